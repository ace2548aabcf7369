import type { MarketId, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Terms } from '../commands.ts';
import type { Account, Deed, House, Mark } from '../desk.ts';
import type { Limits } from '../settings-store.ts';
import { nextIds } from '../store.ts';
import { deedsDone } from '../topics.ts';
import type { ContractsDeps } from './ports.ts';
import { settle } from './transaction.ts';
import type { Works } from './works.ts';

/** Users of one transaction at most: a ledger batch has room for some eight thousand journals. */
export const USERS_MAX = 500;

/** What may be used while something is decided for a user. */
export interface Scene {
  readonly account: Account;
  readonly house: House;
  readonly terms: (market: MarketId) => Terms;
  readonly limits: Limits;
  readonly level: number;
  readonly marks: (market: MarketId) => Mark | undefined;
  readonly at: number;
  readonly nextId: () => number;
}

export interface Round {
  readonly users: readonly UserId[];
  /** Positions that it may create. */
  readonly ids: number;
  /** Whose verification level is asked for. */
  readonly levelled: readonly UserId[];
  /** Decides what is done; the statements that it awaits keep the round waiting. */
  readonly work: (tx: Tx, sceneOf: (user: UserId) => Scene, deeds: Deed[]) => Promise<void> | void;
  /** What else is written with it, when all is decided. */
  readonly write?: (tx: Tx) => Promise<void>;
}

function fail(why: string): never {
  throw new Error(why);
}

/** One transaction over some users; memory follows after its commit. */
export async function runRound(works: Works, round: Round): Promise<void> {
  const { deps, memory, line } = works;
  const at = deps.ctx.clock.now();
  const done = await line.transact(async (tx) => {
    // Asked together with the rows of the users; the decision waits for both.
    const numbering = round.ids === 0 ? Promise.resolve([]) : nextIds(tx, round.ids);
    const levelling = levelsOf(deps, tx, round.levelled);
    const both = Promise.all([numbering, levelling]);
    both.catch(() => undefined);
    return settle(works, tx, round.users, {
      async decide(desk, deeds) {
        const [numbers, levels] = await both;
        const terms = memory.termsWith(deeds);
        const nextId = (): number => numbers.shift() ?? fail('no number left for a position');
        const sceneOf = (user: UserId): Scene => ({
          account: desk.account(user),
          house: desk.house,
          terms,
          limits: memory.limits,
          at,
          nextId,
          level: levels.get(user) ?? 0,
          marks: (market: MarketId) => memory.mark(market),
        });
        await round.work(tx, sceneOf, deeds);
      },
      write: round.write,
    });
  });
  memory.apply(done);
  if (done.deeds.length > 0) deps.ctx.bus.publish(deedsDone, done.deeds);
}

async function levelsOf(
  { levelOf }: ContractsDeps,
  tx: Tx,
  users: readonly UserId[],
): Promise<Map<UserId, number>> {
  const levels = new Map<UserId, number>();
  for (const user of users) levels.set(user, await levelOf(tx, user));
  return levels;
}
