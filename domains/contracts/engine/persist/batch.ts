import type { MarketId, UserId } from '@karat/contract';
import { isRetryable, isUnavailable } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { OrderTerms } from '../../order-checks.ts';
import type { MarginAccount, HouseState } from '../../margin-account.ts';
import type { PositionEvent, MarkPrice } from '../../position-events.ts';
import type { Limits } from '../../settings-store.ts';
import { nextIds } from '../../store.ts';
import { positionEvents } from '../../topics.ts';
import { CommitUnknown } from './batch-writer.ts';
import { FenceLost } from '../recovery/fence.ts';
import type { SettledBatch } from '../recovery/engine-state.ts';
import type { ContractsDeps } from '../ports.ts';
import { settle } from './settle.ts';
import type { EngineDeps } from '../deps.ts';

/** Maximum number of users per transaction: a ledger batch has capacity for about eight thousand journals. */
export const USERS_MAX = 500;

/** Inputs of a decision for one user. */
export interface BatchContext {
  readonly account: MarginAccount;
  readonly house: HouseState;
  readonly terms: (market: MarketId) => OrderTerms;
  readonly limits: Limits;
  readonly level: number;
  readonly vip: ContractsDeps['vipTerms'];
  readonly marks: (market: MarketId) => MarkPrice | undefined;
  readonly at: number;
  readonly nextId: () => number;
}

export interface BatchTask {
  readonly users: readonly UserId[];
  /** Number of positions that it may create. */
  readonly ids: number;
  /** Users whose verification level is needed. */
  readonly levelUsers: readonly UserId[];
  /** Decides the events; the batch waits for any statement that it awaits. */
  readonly decide: (
    tx: Tx,
    contextOf: (user: UserId) => BatchContext,
    events: PositionEvent[],
  ) => Promise<void> | void;
  /** Whether a coupon may be used. */
  readonly withCoupons?: boolean;
  /** Additional writes after all decisions. */
  readonly write?: (tx: Tx) => Promise<void>;
}

function failBatch(why: string): never {
  throw new Error(why);
}

/** The engine stopped before the rows showed whether a batch is durable. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}

/** Whether the database or the engine itself failed, not the decision. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  isRetryable(error) ||
  error instanceof FenceLost ||
  error instanceof EngineStopped ||
  (error instanceof CommitUnknown && isTransient(error.cause));

/**
 * Runs one transaction for some users; memory is updated after its commit. If the reply to the commit is lost, the
 * rows decide whether it is durable: if so, this returns as if the reply had arrived.
 */
export async function runBatch(engine: EngineDeps, task: BatchTask): Promise<void> {
  const { deps, memory, writer } = engine;
  let decided: SettledBatch | undefined;
  try {
    await writer.transact(async (tx) => {
      decided = await settleBatch(engine, tx, task);
    });
    if (decided) memory.apply(decided);
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error;
    deps.ctx.log.warn(
      { batch: error.batch, error: String(error.cause) },
      'commit reply lost, reading whether the batch is durable',
    );
    // Memory was reloaded from the rows meanwhile.
    if (!(await engine.wasCommitted(error.batch))) throw error;
  }
  if (decided && decided.events.length > 0) deps.ctx.bus.publish(positionEvents, decided.events);
}

async function settleBatch(engine: EngineDeps, tx: Tx, task: BatchTask): Promise<SettledBatch> {
  const { deps, memory } = engine;
  const at = deps.ctx.clock.now();
  // Queried together with the rows of the users; the decision waits for both.
  const ids = task.ids === 0 ? Promise.resolve([]) : nextIds(tx, task.ids);
  const levelsPromise = levelsOf(deps, tx, task.levelUsers);
  const ready = Promise.all([ids, levelsPromise]);
  ready.catch(() => undefined);
  return settle(engine, tx, task.users, {
    async decide(state, events) {
      const [numbers, levels] = await ready;
      const terms = memory.termsWith(events);
      const nextId = (): number => numbers.shift() ?? failBatch('no number left for a position');
      const contextOf = (user: UserId): BatchContext => ({
        account: state.account(user),
        house: state.house,
        terms,
        limits: memory.limits,
        vip: deps.vipTerms,
        at,
        nextId,
        level: levels.get(user) ?? 0,
        marks: (market: MarketId) => memory.mark(market),
      });
      await task.decide(tx, contextOf, events);
    },
    write: task.write,
    withCoupons: task.withCoupons,
  });
}

/**
 * Runs a batch for many users. If it fails by itself, its halves run separately, down to the single account that
 * cannot be settled: it is logged, returned, and does not affect the others. A failure of the database is thrown.
 */
export async function runExclusive(
  engine: EngineDeps,
  users: readonly UserId[],
  taskOf: (users: readonly UserId[]) => BatchTask,
): Promise<UserId[]> {
  try {
    await runBatch(engine, taskOf(users));
    return [];
  } catch (error) {
    engine.invalidate();
    if (isTransient(error)) throw error;
    const [only] = users;
    if (users.length <= 1) {
      engine.deps.ctx.log.error({ err: error, user: only }, 'contract account settlement failed, skipped');
      return only === undefined ? [] : [only];
    }
  }
  const half = Math.ceil(users.length / 2);
  return [
    ...(await runExclusive(engine, users.slice(0, half), taskOf)),
    ...(await runExclusive(engine, users.slice(half), taskOf)),
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
