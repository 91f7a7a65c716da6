// The keyboard's place. Where what had the focus goes away or out of use, the nearest thing around it that remains has
// it: who hears the page instead of seeing it is not thrown back to its top.

/** For this many frames something out of use may keep the focus. */
const FRAMES = 10;

/** Keep the focus somewhere on the page from now on. */
export function keepFocus(): void {
  /** What has the focus, and everything around it. */
  let path: HTMLElement[] = [];
  /** Out of use for the moment: it gets the focus back, if nobody has moved on meanwhile. */
  let resting: { it: HTMLElement; on: HTMLElement } | null = null;

  const nowhere = () => !document.activeElement || document.activeElement === document.body;
  const usable = (it: HTMLElement) => it.isConnected && it.checkVisibility() && !it.matches(':disabled');

  document.addEventListener('focusin', (event) => {
    path = [];
    for (let it = event.target as HTMLElement | null; it && it !== document.body; it = it.parentElement)
      path.push(it);
    if (resting && path[0] !== resting.on) resting = null;
  });
  // Whoever clicks beside everything lets go on purpose.
  document.addEventListener('pointerdown', () => {
    path = [];
    resting = null;
  });

  function look(frames: number): void {
    if (resting && document.activeElement === resting.on && usable(resting.it)) {
      resting.it.focus({ preventScroll: true });
      return;
    }
    const [it] = path;
    if (!it) return;
    if (!nowhere()) {
      // It is out of use, and the frame that takes the focus from it is yet to come.
      if (document.activeElement === it && !usable(it) && frames) soon(frames - 1);
      return;
    }
    const on = path.find(usable); // it may be in use again: what was quick took only the focus
    if (!on) return;
    if (on.tabIndex < 0 && !on.hasAttribute('tabindex')) {
      on.tabIndex = -1;
      on.addEventListener('blur', () => on.removeAttribute('tabindex'), { once: true });
    }
    on.focus({ preventScroll: true });
    if (on !== it && it.isConnected) resting = { it, on };
  }

  // Browsers take the focus from what is out of use when they draw one of the next frames, and say nothing.
  const soon = (frames: number) => requestAnimationFrame(() => setTimeout(look, 0, frames));
  new MutationObserver(() => soon(FRAMES)).observe(document.body, {
    attributeFilter: ['disabled', 'hidden', 'open'],
    childList: true,
    subtree: true,
  });
}
