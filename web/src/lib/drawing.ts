// Measuring the page makes the browser lay it out on the spot. Between two changes that is work done twice, so whoever
// only wants to scroll waits until the frame is drawn.

/** Run this when the next frame is on the screen; the answer calls it off. */
export function afterDrawing(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
