import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Span, Waiting } from '@karat/platform/tracing';
import type { Command, Outcome } from './command.ts';

/** A command and its caller, who gets one reply. */
export class QueuedCommand implements Waiting {
  readonly command: Command<unknown>;
  /** Time of its submission, of `performance.now()`. */
  readonly since = performance.now();
  /** The wait in the queue, if its request is traced. */
  readonly span: Span | undefined;
  readonly #resolve: (reply: unknown) => void;
  readonly #reject: (error: unknown) => void;
  #waitedMs = 0;
  #isAnswered = false;
  /** Its transaction has begun and it is unknown whether it is durable. */
  inDoubt = false;

  constructor(
    command: Command<unknown>,
    resolve: (reply: unknown) => void,
    reject: (error: unknown) => void,
    span?: Span,
  ) {
    this.command = command;
    this.span = span;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  answer(outcome: Outcome): void {
    this.#isAnswered = true;
    if ('reply' in outcome) this.#resolve(outcome.reply);
    else this.#reject(outcome.refused);
  }

  /** Refuses the command: `busy` if nothing of it was done, else `outcome_unknown`. */
  giveUp(): void {
    this.answer({ refused: new Refusal(this.inDoubt ? 'outcome_unknown' : 'busy') });
  }

  /** Advances time; gives up after `maxMs`. */
  age(ms: number, maxMs: number): void {
    this.#waitedMs += ms;
    if (this.#waitedMs >= maxMs && !this.#isAnswered) this.giveUp();
  }
}

/** Queued commands and commands in execution. Every caller gets a reply within a limited time. */
export class CommandQueue {
  #waiting: QueuedCommand[] = [];
  #serving: readonly QueuedCommand[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  add<Reply>(command: Command<Reply>, span?: Span): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(new QueuedCommand(command, (reply) => resolve(reply as Reply), reject, span));
    });
  }

  /** Returns the next commands of different users, at most `max`; they count as in execution until the next call. */
  take(max: number): readonly QueuedCommand[] {
    const users = new Set<UserId>();
    const taken: QueuedCommand[] = [];
    const left: QueuedCommand[] = [];
    for (const each of this.#waiting) {
      const { userId } = each.command;
      if (taken.length < max && !users.has(userId)) taken.push(each);
      else left.push(each);
      users.add(userId);
    }
    this.#waiting = left;
    this.#serving = taken;
    return taken;
  }

  /** Advances time. Callers who waited `maxMs` are refused; their queued commands are dropped. */
  age(ms: number, maxMs: number): void {
    for (const each of [...this.#waiting, ...this.#serving]) each.age(ms, maxMs);
    this.#waiting = this.#waiting.filter((each) => !each.isAnswered);
  }

  /** Refuses all commands: the engine has stopped. */
  giveUp(): void {
    for (const each of [...this.#waiting, ...this.#serving]) if (!each.isAnswered) each.giveUp();
    this.#waiting = [];
  }
}
