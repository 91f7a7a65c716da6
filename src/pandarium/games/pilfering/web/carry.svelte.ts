// Cards under a finger or the mouse. Places that take them carry `data-drop`.

/** Pixels that a press may wander before it is a carry. */
const FAR = 8;

export class Carrying {
  /** The codes that are carried; empty: nothing is. */
  codes = $state.raw<string[]>([]);
  x = $state(0);
  y = $state(0);
  /** The place under the pointer, by its `data-drop`. */
  over = $state('');

  get on(): boolean {
    return this.codes.length > 0;
  }

  begin(codes: string[]): void {
    this.codes = codes;
  }

  move(x: number, y: number): void {
    this.x = x;
    this.y = y;
    const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
    this.over = place?.dataset.drop ?? '';
  }

  end(): void {
    this.codes = [];
    this.over = '';
  }
}

export interface Grip {
  carrying: Carrying;
  /** What is taken up here; nothing: it stays. */
  lift: () => string[];
  /** Where it was let go; "" is nowhere. */
  drop: (over: string) => void;
}

/** Lets an element be carried by mouse, pen or finger; a press that stays where it is remains a click. */
export function carried(node: HTMLElement, given: Grip) {
  let grip = given;
  let from: { x: number; y: number; pointer: number } | null = null;
  let moving = false;

  function down(event: PointerEvent) {
    if (event.button !== 0 || !event.isPrimary) return;
    from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    // However fast the mouse is, it does not run away from the card.
    node.setPointerCapture(event.pointerId);
  }
  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.pointer) return;
    if (!moving) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
      const codes = grip.lift();
      if (!codes.length) {
        from = null;
        return;
      }
      moving = true;
      grip.carrying.begin(codes);
    }
    grip.carrying.move(event.clientX, event.clientY);
  }
  function up() {
    if (moving) {
      // The click that follows was not meant as one.
      const swallow = (event: Event) => event.stopImmediatePropagation();
      node.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', swallow, true));
      const over = grip.carrying.over;
      stop();
      grip.drop(over);
    }
    from = null;
  }
  function stop() {
    moving = false;
    from = null;
    grip.carrying.end();
  }
  function key(event: KeyboardEvent) {
    if (moving && event.key === 'Escape') stop();
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', stop);
  window.addEventListener('keydown', key);
  return {
    update(next: Grip) {
      grip = next;
    },
    destroy() {
      window.removeEventListener('keydown', key);
      if (moving) stop();
    },
  };
}
