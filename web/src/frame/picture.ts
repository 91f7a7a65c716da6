// A drawing on the page as a picture to keep: the shapes by way of an image, the words with the page's own fonts.

import { t } from '$lib/i18n.svelte';
import { complain } from '$lib/toast.svelte';

const SCALE = 2;
const COPIED = [
  'fill',
  'stroke',
  'stroke-width',
  'opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'fill-opacity',
];

/** The drawing as PNG. */
async function toPng(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const image = await loaded(withoutWords(svg, width, height));
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.scale(SCALE, SCALE);
  pen.drawImage(image, 0, 0, width, height);
  for (const text of svg.querySelectorAll(':scope > text')) write(pen, text as SVGTextElement);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

/** A copy that stands alone: its styles written into it, its words left out, since fonts do not come along. */
function withoutWords(svg: SVGSVGElement, width: number, height: number): Blob {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  for (const [n, element] of from.entries()) {
    const style = getComputedStyle(element);
    for (const name of COPIED) (to[n] as SVGElement).style.setProperty(name, style.getPropertyValue(name));
  }
  for (const text of copy.querySelectorAll(':scope > text')) text.remove();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}

async function loaded(blob: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function write(pen: CanvasRenderingContext2D, text: SVGTextElement): void {
  const style = getComputedStyle(text);
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.fillStyle = style.fill;
  pen.globalAlpha = Number(style.opacity);
  pen.textAlign = 'center';
  pen.fillText(text.textContent ?? '', Number(text.getAttribute('x')), Number(text.getAttribute('y')));
  pen.globalAlpha = 1;
}

/** Make a picture of the drawing and hand it over; a browser that cannot says so. */
export async function keepPicture(svg: SVGSVGElement, game: string, title: string): Promise<void> {
  try {
    await hand(await toPng(svg), `pandarium-${game}.png`, title);
  } catch {
    complain(new Error(t('frame.end.nopicture')));
  }
}

/** Share it where the device can, else save it. */
async function hand(blob: Blob, name: string, title: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] }) && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ files: [file], title }).catch(() => {});
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
