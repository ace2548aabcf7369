/** Interval at which progress is checked, ms. */
export const AGE_MS = 1_000;
const REPLY_MS_MAX = 10_000;

/**
 * Limits how long callers wait while no batch becomes durable: the database is away or does not answer. It counts ticks of the
 * clock and no time for single commands, which would cost more than the commands.
 */
export class ReplyDeadline {
  readonly #maxMs: number;
  #concluded = false;
  #stalledMs = 0;

  constructor(maxMs = REPLY_MS_MAX) {
    this.#maxMs = maxMs;
  }

  /** A batch got its replies. */
  advance(): void {
    this.#concluded = true;
  }

  /** Call every `AGE_MS`. Returns true if commands wait and none was answered for `maxMs`. */
  isOver(hasWaiting: boolean): boolean {
    this.#stalledMs = hasWaiting && !this.#concluded ? this.#stalledMs + AGE_MS : 0;
    this.#concluded = false;
    return this.#stalledMs >= this.#maxMs;
  }
}
