// A sheet that sticks to the lower edge of a table lies over what is below it. What is scrolled to should come to rest
// above the sheet: styles reckon with its height, by `--sheet`.

/** For `{@attach}` on the sheet: its height, as `--sheet` of what it lies in; 0 while it does not stick there. */
export function sheet(node: HTMLElement): () => void {
  const holder = node.parentElement?.closest<HTMLElement>('[data-sheet]');
  const measure = () => {
    const { position, bottom } = getComputedStyle(node);
    const sticks = position === 'sticky' && bottom !== 'auto';
    holder?.style.setProperty('--sheet', sticks ? `${node.offsetHeight}px` : '0px');
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(node);
  return () => sizes.disconnect();
}
