// A lesson under way. Everything in it was worked out by the server: here it is only walked through.
import type { GameEvent, LessonMove, LessonShown, LessonStep } from '$lib/protocol';

export class Course {
  lesson: LessonShown;
  at = $state(0);
  /** The move that was made in this step. */
  made = $state.raw<LessonMove | null>(null);
  done = $state(false);
  /** What is to be animated now. */
  events = $state.raw<GameEvent[]>([]);
  /** Counts stages, so that going back or trying again draws the table anew. */
  stage = $state(0);

  #reached = -1;
  #tried = new Set<number>();
  #missed = $state.raw(new Set<number>());
  #answered = $state.raw(new Set<number>());

  constructor(lesson: LessonShown, at = 0) {
    this.lesson = $state.raw(lesson);
    this.#enter(at);
  }

  get step(): LessonStep {
    return this.lesson.steps[this.at];
  }

  get last(): boolean {
    return this.at === this.lesson.steps.length - 1;
  }

  /** Nothing is asked, or it was answered right. */
  get settled(): boolean {
    return !this.step.ask || this.made?.right === true;
  }

  /** Questions: how many were answered right in the end, and how many at the first try. */
  get score(): { asked: number; answered: number; right: number } {
    const answered = [...this.#answered];
    return {
      asked: this.lesson.steps.filter((step) => step.ask).length,
      answered: answered.length,
      right: answered.filter((at) => !this.#missed.has(at)).length,
    };
  }

  /** Go on with the same lesson in other words. */
  translate(lesson: LessonShown): void {
    this.lesson = lesson;
    const move = this.made?.move;
    if (move !== undefined) this.made = this.step.moves.find((one) => one.move === move) ?? null;
  }

  /** Make a move, if it is one of those there are. */
  make(move: string): boolean {
    const found = this.made ? undefined : this.step.moves.find((one) => one.move === move);
    if (!found) return false;
    if (!found.right && !this.#tried.has(this.at)) this.#missed = new Set([...this.#missed, this.at]);
    this.#tried.add(this.at);
    if (found.right) this.#answered = new Set([...this.#answered, this.at]);
    this.made = found;
    this.events = found.events;
    return true;
  }

  again(): void {
    this.made = null;
    this.events = [];
    this.stage += 1;
  }

  next(): void {
    // Whoever skips a question has not answered it.
    if (!this.settled && !this.#tried.has(this.at)) this.#missed = new Set([...this.#missed, this.at]);
    if (this.last) this.done = true;
    else this.#enter(this.at + 1);
  }

  back(): void {
    if (this.done) this.done = false;
    else this.#enter(this.at - 1);
  }

  restart(): void {
    this.#tried.clear();
    this.#missed = new Set();
    this.#answered = new Set();
    this.#reached = -1;
    this.done = false;
    this.#enter(0);
  }

  #enter(at: number): void {
    this.at = Math.max(0, Math.min(this.lesson.steps.length - 1, Math.trunc(at) || 0));
    this.made = null;
    // What led to a position is shown once, on the way forward.
    this.events = this.at > this.#reached ? this.step.events : [];
    this.#reached = Math.max(this.#reached, this.at);
    this.stage += 1;
  }
}
