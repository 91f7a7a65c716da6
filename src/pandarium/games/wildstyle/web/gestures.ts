// Fingers and mice on the map: drag moves, two fingers and the wheel zoom, a touch without a way is a tap.
export interface Hands {
  drag: (dx: number, dy: number) => void;
  zoom: (factor: number, x: number, y: number) => void;
  tap: (x: number, y: number, target: Element) => void;
}

/** Pixels that a finger may slip in a tap. */
const SLIP = 9;

/** For `{@attach}`: all by pointer events, so that pens and mice do the same. */
export const gestures =
  (hands: Hands) =>
  (node: Element): (() => void) => {
    const down = new Map<number, { x: number; y: number }>();
    let way = 0;

    const press = (event: PointerEvent) => {
      if (!down.size) way = 0;
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const move = (event: PointerEvent) => {
      const last = down.get(event.pointerId);
      if (!last) return;
      const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        if (before > 10)
          hands.zoom(after / before, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
        way = SLIP + 1;
      }
      way += Math.hypot(dx, dy);
      if (way > SLIP) {
        hands.drag(other ? dx / 2 : dx, other ? dy / 2 : dy);
        if (!node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
      }
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const lift = (event: PointerEvent) => void down.delete(event.pointerId);
    const click = (event: Event) => {
      const { clientX, clientY, detail } = event as MouseEvent;
      // Keys and screen readers click without a place, and never by a drag.
      if (way <= SLIP || detail === 0) hands.tap(clientX, clientY, event.target as Element);
    };
    const wheel = (event: Event) => {
      const { deltaY, clientX, clientY, ctrlKey } = event as WheelEvent;
      event.preventDefault();
      hands.zoom(Math.exp(-deltaY * (ctrlKey ? 0.01 : 0.0016)), clientX, clientY);
    };
    const all: [string, EventListener][] = [
      ['pointerdown', press as EventListener],
      ['pointermove', move as EventListener],
      ['pointerup', lift as EventListener],
      ['pointercancel', lift as EventListener],
      ['click', click],
    ];
    for (const [name, listener] of all) node.addEventListener(name, listener);
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      for (const [name, listener] of all) node.removeEventListener(name, listener);
      node.removeEventListener('wheel', wheel);
    };
  };
