// The little Markdown that rulebooks use, as data: drawn by components, so that no text ever becomes markup.

export interface Span {
  kind: 'text' | 'strong' | 'em' | 'code' | 'rule';
  text: string;
}
export type Block =
  | { kind: 'text'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] };

// Rules are named like PR-11 or PP-A3; a name in a text leads there.
const INLINE = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\b([A-Z]{2,4}-[A-Z]?\d+[a-z]?)\b/g;

export function spans(text: string): Span[] {
  const found: Span[] = [];
  let done = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > done) found.push({ kind: 'text', text: text.slice(done, match.index) });
    const [whole, strong, em, code, rule] = match;
    if (strong) found.push({ kind: 'strong', text: strong });
    else if (em) found.push({ kind: 'em', text: em });
    else if (code) found.push({ kind: 'code', text: code });
    else found.push({ kind: 'rule', text: rule });
    done = match.index + whole.length;
  }
  if (done < text.length) found.push({ kind: 'text', text: text.slice(done) });
  return found;
}

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spans(cell.trim()));

export function blocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part): Block => {
      const lines = part.trim().split('\n');
      if (lines.length > 1 && lines[0].includes('|') && /^[\s|:-]+$/.test(lines[1]))
        return { kind: 'table', head: cells(lines[0]), rows: lines.slice(2).map(cells) };
      if (/^\s*(?:[-*]|\d+\.)\s/.test(lines[0])) {
        const items: string[] = [];
        for (const line of lines) {
          const item = line.match(/^\s*(?:[-*]|\d+\.)\s+(.*)$/);
          if (item) items.push(item[1]);
          else items[items.length - 1] += ` ${line.trim()}`;
        }
        return { kind: 'list', items: items.map(spans) };
      }
      return { kind: 'text', spans: spans(lines.join(' ')) };
    });
}
