import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Command, Outcome } from './command.ts';

/** A command and its caller, who gets one answer. */
export class QueuedCommand {
  readonly command: Command<unknown>;
  readonly #resolve: (reply: unknown) => void;
  readonly #reject: (error: unknown) => void;
  #waitedMs = 0;
  #isAnswered = false;
  /** Its transaction was begun and nobody knows yet whether it is durable. */
  inDoubt = false;

  constructor(
    command: Command<unknown>,
    resolve: (reply: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.command = command;
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

  /** Refuses it: `busy` where nothing of it was done, else `outcome_unknown`. */
  giveUp(): void {
    this.answer({ refused: new Refusal(this.inDoubt ? 'outcome_unknown' : 'busy') });
  }

  /** Notes that time has passed; gives up after `maxMs`. */
  age(ms: number, maxMs: number): void {
    this.#waitedMs += ms;
    if (this.#waitedMs >= maxMs && !this.#isAnswered) this.giveUp();
  }
}

/** Commands that wait and those that are being served. Every caller is answered within a time. */
export class CommandQueue {
  #waiting: QueuedCommand[] = [];
  #serving: readonly QueuedCommand[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  add<Reply>(command: Command<Reply>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(new QueuedCommand(command, (reply) => resolve(reply as Reply), reject));
    });
  }

  /** The next commands of different users, `max` of them at most; they count as being served until the next call. */
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

  /** Notes that time has passed; who has waited for `maxMs` is refused, and what only waited is not done any more. */
  age(ms: number, maxMs: number): void {
    for (const each of [...this.#waiting, ...this.#serving]) each.age(ms, maxMs);
    this.#waiting = this.#waiting.filter((each) => !each.isAnswered);
  }

  /** Refuses everything: the engine has stopped. */
  giveUp(): void {
    for (const each of [...this.#waiting, ...this.#serving]) if (!each.isAnswered) each.giveUp();
    this.#waiting = [];
  }
}
