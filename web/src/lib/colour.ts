// A colour for a game that brings no colours of its own: from the one it names, or from its name.
import { hashOf } from './avatars';

/** How light it is by day, on paper, and by night, on lacquer: as text it must be read on both. */
const DAY = 0.45;
const NIGHT = 0.8;
const MOST_CHROMA = 0.12;
/** Names that are nearly alike get hues that are far apart. */
const GOLDEN_ANGLE = 137;

export interface Colour {
  day: string;
  night: string;
}

/** As CSS: the one that fits the light the element is in. */
export const css = ({ day, night }: Colour): string => `light-dark(${day}, ${night})`;

/** Chroma and hue of "#rrggbb" in OKLCH; null: it is no such colour. */
function chromaAndHue(hex: string): [number, number] | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null;
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const green = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [Math.hypot(green, blue), (Math.atan2(blue, green) * 180) / Math.PI];
}

/** The hue that was asked for, as dark or light as it takes to be read; without one, a hue that goes by the name. */
export function colourFrom(hex: string, name: string): Colour {
  const [chroma, hue] = chromaAndHue(hex) ?? [MOST_CHROMA, (hashOf(name) * GOLDEN_ANGLE) % 360];
  const at = (light: number) =>
    `oklch(${light} ${Math.min(chroma, MOST_CHROMA).toFixed(3)} ${((hue + 360) % 360).toFixed(0)})`;
  return { day: at(DAY), night: at(NIGHT) };
}
