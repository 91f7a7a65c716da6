// Both themes on one page. The tokens belong to :root and :root[data-theme='night']; here they are read from the style
// sheets, the games' own included, and given to an element, so that day and night can stand side by side.

/** Motion is the visitor's own choice, by day and by night. */
const OWN = new Set(['--speed', '--quick', '--settle', '--ease']);

export function tokens(theme: 'day' | 'night'): Map<string, string> {
  const found = new Map<string, string>();
  const wanted = theme === 'night' ? [/^:root$/, /^:root\[data-theme=["']?night["']?\]$/] : [/^:root$/];
  for (const selector of wanted) {
    for (const rule of allRules()) {
      if (!rule.selectorText.split(',').some((one) => selector.test(one.trim()))) continue;
      for (const name of rule.style) {
        if (name.startsWith('--') && !OWN.has(name))
          found.set(name, rule.style.getPropertyValue(name).trim());
      }
    }
  }
  return found;
}

function* allRules(): Generator<CSSStyleRule> {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (rule instanceof CSSStyleRule) yield rule;
  }
}

/** Dress an element in a theme. */
export function dress(element: HTMLElement, theme: 'day' | 'night'): void {
  for (const [name, value] of tokens(theme)) element.style.setProperty(name, value);
  element.style.colorScheme = theme === 'night' ? 'dark' : 'light';
}

const GROUPS: [string, RegExp][] = [
  ['paper', /^--(paper|ink|line|wood)/],
  ['signals', /^--(gold|on-gold|good|bad|focus)/],
  ['accents', /^--(accent|bamboo)/],
  ['seats', /^--seat-/],
];
const COLOUR = /^(#|rgb|hsl|oklch|var\(--)/;

/** Colour tokens by what they are for; what fits nowhere comes last. */
export function palette(all: Map<string, string>): [string, string[]][] {
  const colours = [...all].filter(([, value]) => COLOUR.test(value)).map(([name]) => name);
  const groups = GROUPS.map(([group, fits]): [string, string[]] => [
    group,
    colours.filter((name) => fits.test(name)),
  ]);
  const known = new Set(groups.flatMap(([, names]) => names));
  return [...groups, ['others', colours.filter((name) => !known.has(name))]];
}
