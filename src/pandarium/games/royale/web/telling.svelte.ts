// What a die scores, in one line: under the mouse, at the keyboard's focus, and when a finger rests on it.

/** Milliseconds after which a finger rests. */
const REST = 450;
/** Pixels that a finger may slip meanwhile. */
const SLIP = 10;

export class Telling {
  /** The line, and where: above the middle of the die. */
  line = $state.raw<{ text: string; x: number; y: number } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  /** A finger rested: lifting it takes nothing. */
  #rested = false;

  /** For `{@attach}`, around all dice. */
  readonly listen = (root: HTMLElement): (() => void) => {
    const all: [string, (event: never) => void, boolean][] = [
      ['pointerover', this.#over, false],
      ['pointerdown', this.#down, false],
      ['pointermove', this.#move, false],
      ['pointerup', this.#lift, false],
      ['pointercancel', this.#lift, false],
      ['pointerleave', this.#hide, false],
      ['focusin', this.#focus, false],
      ['focusout', this.#hide, false],
      ['contextmenu', this.#menu, false],
      ['click', this.#click, true],
    ];
    for (const [name, listener, capture] of all)
      root.addEventListener(name, listener as EventListener, capture);
    return () => {
      clearTimeout(this.#timer);
      for (const [name, listener, capture] of all)
        root.removeEventListener(name, listener as EventListener, capture);
    };
  };

  #show(target: EventTarget | null): boolean {
    const die = (target as Element | null)?.closest?.<HTMLElement>('[data-scores]');
    if (!die) return false;
    const { left, top, width } = die.getBoundingClientRect();
    this.line = { text: die.dataset.scores ?? '', x: left + width / 2, y: top };
    return true;
  }
  /** A die that goes away takes the focus with it, in the middle of drawing: hence afterwards. */
  #hide = () =>
    queueMicrotask(() => {
      this.line = null;
    });
  #over = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && !this.#show(event.target)) this.#hide();
  };
  #focus = (event: FocusEvent) => {
    const target = event.target as Element;
    if (target.matches(':focus-visible')) this.#show(target);
  };
  #down = (event: PointerEvent) => {
    this.#rested = false;
    this.#hide();
    if (event.pointerType !== 'touch') return;
    this.#from = { x: event.clientX, y: event.clientY };
    const { target } = event;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#rested = this.#show(target);
    }, REST);
  };
  #move = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > SLIP)
      clearTimeout(this.#timer);
  };
  #lift = () => clearTimeout(this.#timer);
  /** The browser's own menu would lie over the line. */
  #menu = (event: Event) => {
    if (this.#rested) event.preventDefault();
  };
  #click = (event: Event) => {
    if (!this.#rested) return;
    this.#rested = false;
    event.preventDefault();
    event.stopPropagation();
  };
}
