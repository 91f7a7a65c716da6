// Found words are marked by the browser itself where it can do that, so that no text is ever cut into pieces.

const NAME = 'found';

/** Mark every place of these words below an element; without words, nothing is marked. */
export function markWords(root: Element | undefined, words: string[]): void {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return;
  const ranges = root && words.length ? places(root, words) : [];
  if (ranges.length) CSS.highlights.set(NAME, new Highlight(...ranges));
  else CSS.highlights.delete(NAME);
}

function places(root: Element, words: string[]): Range[] {
  const ranges: Range[] = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
