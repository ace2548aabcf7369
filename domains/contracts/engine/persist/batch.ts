import type { MarketId, UserId } from '@karat/contract';
import { isRetryable, isUnavailable } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { OrderTerms } from '../../commands.ts';
import type { MarginAccount, PositionEvent, HouseState, MarkPrice } from '../../margin-account.ts';
import type { Limits } from '../../settings-store.ts';
import { nextIds } from '../../store.ts';
import { positionEvents } from '../../topics.ts';
import { CommitUnknown } from './batch-writer.ts';
import { FenceLost } from '../recovery/fence.ts';
import type { SettledBatch } from '../recovery/engine-state.ts';
import type { ContractsDeps } from '../ports.ts';
import { settle } from './settle.ts';
import type { EngineDeps } from '../deps.ts';

/** Users of one transaction at most: a ledger batch has room for some eight thousand journals. */
export const USERS_MAX = 500;

/** What may be used while something is decided for a user. */
export interface BatchContext {
  readonly account: MarginAccount;
  readonly house: HouseState;
  readonly terms: (market: MarketId) => OrderTerms;
  readonly limits: Limits;
  readonly level: number;
  readonly marks: (market: MarketId) => MarkPrice | undefined;
  readonly at: number;
  readonly nextId: () => number;
}

export interface BatchTask {
  readonly users: readonly UserId[];
  /** Positions that it may create. */
  readonly ids: number;
  /** Whose verification level is asked for. */
  readonly levelled: readonly UserId[];
  /** Decides what is done; the statements that it awaits keep the round waiting. */
  readonly work: (
    tx: Tx,
    sceneOf: (user: UserId) => BatchContext,
    events: PositionEvent[],
  ) => Promise<void> | void;
  /** What else is written with it, when all is decided. */
  readonly write?: (tx: Tx) => Promise<void>;
}

function failBatch(why: string): never {
  throw new Error(why);
}

/** The engine was stopped before the rows said whether a batch is durable. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}

/** Whether a failure lies with the database or the engine itself, not with what was to be done. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  isRetryable(error) ||
  error instanceof FenceLost ||
  error instanceof EngineStopped ||
  (error instanceof CommitUnknown && isTransient(error.cause));

/**
 * One transaction over some users; memory follows after its commit. When the reply to the commit is lost, the rows say whether
 * it is durable: then this returns as if the reply had come.
 */
export async function runBatch(works: EngineDeps, round: BatchTask): Promise<void> {
  const { deps, memory, writer } = works;
  let decided: SettledBatch | undefined;
  try {
    await writer.transact(async (tx) => {
      decided = await settleBatch(works, tx, round);
    });
    if (decided) memory.apply(decided);
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error;
    deps.ctx.log.warn(
      { batch: error.batch, error: String(error.cause) },
      'reply to a commit was lost, reading whether it is durable',
    );
    // Memory was read from the rows meanwhile.
    if (!(await works.wasCommitted(error.batch))) throw error;
  }
  if (decided && decided.deeds.length > 0) deps.ctx.bus.publish(positionEvents, decided.deeds);
}

async function settleBatch(works: EngineDeps, tx: Tx, round: BatchTask): Promise<SettledBatch> {
  const { deps, memory } = works;
  const at = deps.ctx.clock.now();
  // Asked together with the rows of the users; the decision waits for both.
  const numbering = round.ids === 0 ? Promise.resolve([]) : nextIds(tx, round.ids);
  const levelling = levelsOf(deps, tx, round.levelled);
  const both = Promise.all([numbering, levelling]);
  both.catch(() => undefined);
  return settle(works, tx, round.users, {
    async decide(desk, events) {
      const [numbers, levels] = await both;
      const terms = memory.termsWith(events);
      const nextId = (): number => numbers.shift() ?? failBatch('no number left for a position');
      const sceneOf = (user: UserId): BatchContext => ({
        account: desk.account(user),
        house: desk.house,
        terms,
        limits: memory.limits,
        at,
        nextId,
        level: levels.get(user) ?? 0,
        marks: (market: MarketId) => memory.mark(market),
      });
      await round.work(tx, sceneOf, events);
    },
    write: round.write,
  });
}

/**
 * Runs a round for many users. Where it fails by itself, its halves run apart, down to the one account that cannot be settled:
 * it is logged and returned, and keeps no other. A failure of the database is thrown.
 */
export async function runExclusive(
  works: EngineDeps,
  users: readonly UserId[],
  roundOf: (users: readonly UserId[]) => BatchTask,
): Promise<UserId[]> {
  try {
    await runBatch(works, roundOf(users));
    return [];
  } catch (error) {
    works.outdate();
    if (isTransient(error)) throw error;
    const [only] = users;
    if (users.length <= 1) {
      works.deps.ctx.log.error({ err: error, user: only }, 'contract account could not be settled, left out');
      return only === undefined ? [] : [only];
    }
  }
  const half = Math.ceil(users.length / 2);
  return [
    ...(await runExclusive(works, users.slice(0, half), roundOf)),
    ...(await runExclusive(works, users.slice(half), roundOf)),
  ];
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
