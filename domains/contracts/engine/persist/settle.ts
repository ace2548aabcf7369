import type { UserId } from '@karat/contract';
import { BATCH_JOURNALS_MAX, HOUSE_SHARDS, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { BalanceKey, Batch } from '@karat/domains/ledger';
import { ZERO } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { MarginAccount, HouseState } from '../../margin-account.ts';
import type { PositionEvent } from '../../position-events.ts';
import { journalsOf } from '../../journals.ts';
import type { Position } from '../../position.ts';
import { lockLive } from '../../store.ts';
import { insertFills, insertMarginChanges, insertOvernights, writePositions } from '../../writing.ts';
import type { SettledBatch } from '../recovery/engine-state.ts';
import { notificationsOf } from '../decide/notifications.ts';
import type { ContractsDeps } from '../ports.ts';
import type { EngineDeps } from '../deps.ts';

/** Working data of a transaction: the accounts of some users, and the house balances. */
export interface SettlementState {
  readonly account: (user: UserId) => MarginAccount;
  readonly house: HouseState;
}

const POOL = houseAccount('contracts_pool');
const INSURANCE = houseAccount('insurance');
const PROMOTION = houseAccount('promotion');
const keyOf = (account: BalanceKey['account']): BalanceKey => ({ account, currency: USDT });

/** The decision of a transaction, and additional writes with it. */
export interface SettlementPlan {
  readonly decide: (settlement: SettlementState, events: PositionEvent[]) => Promise<void> | void;
  readonly write?: ((tx: Tx) => Promise<void>) | undefined;
  /** Whether a coupon may be used. */
  readonly withCoupons?: boolean | undefined;
}

/**
 * Runs one transaction: locks the users' live positions, then their balances and the house's; runs `decide` in memory;
 * writes journals, positions, fills and notifications. If another writer changed a row in the meantime, everything
 * rolls back.
 */
export async function settle(
  { deps, listeners }: Pick<EngineDeps, 'deps' | 'listeners'>,
  tx: Tx,
  users: readonly UserId[],
  { decide, write, withCoupons = false }: SettlementPlan,
): Promise<SettledBatch> {
  const at = deps.ctx.clock.now();
  const own = balancesOf(users);
  const [live, batch] = await bothOf(lockLive(tx, users), deps.ledger.openBatch(tx, own));
  // The promotion account is locked for coupons only.
  const promoted = withCoupons || live.some(({ trial }) => trial !== undefined) ? [keyOf(PROMOTION)] : [];
  await batch.include(promoted);
  const keys = [...own, ...promoted];
  const { state, accounts } = openSettlementState(live, batch, promoted.length > 0);
  const events: PositionEvent[] = [];
  await decide(state, events);
  const changed = [...new Set(events.map((event) => event.position))];
  const available = new Map([...accounts].map(([user, account]) => [user, account.available]));
  // The database writes these while the others are serialised.
  await allSettledOrThrow([
    writePositions(tx, changed),
    insertFills(tx, events, at),
    insertOvernights(tx, events),
    insertMarginChanges(tx, events, at),
    writeTrials(deps, tx, changed),
    postJournals(deps, tx, { batch, keys, events, at }),
    ...(write ? [write(tx)] : []),
    notifyOf(deps, tx, events),
    ...(deps.prove && events.length > 0 ? [deps.prove(tx, events)] : []),
    ...(events.length > 0 ? listeners.map((listen) => listen(tx, events)) : []),
  ]);
  return { events, positions: changed, available };
}

function openSettlementState(
  live: readonly Position[],
  batch: Batch,
  isPromoted: boolean,
): { state: SettlementState; accounts: ReadonlyMap<UserId, MarginAccount> } {
  const byUser = Map.groupBy(live, (position) => position.userId);
  const accounts = new Map<UserId, MarginAccount>();
  const account = (user: UserId): MarginAccount => {
    let found = accounts.get(user);
    if (!found) {
      const available = batch.available(userAccount(user, 'lever'), USDT);
      accounts.set(user, (found = { available, positions: byUser.get(user) ?? [] }));
    }
    return found;
  };
  const house = {
    pool: batch.available(POOL, USDT),
    insurance: batch.available(INSURANCE, USDT),
    promotion: isPromoted ? batch.available(PROMOTION, USDT) : ZERO,
  };
  return { state: { account, house }, accounts };
}

/** Stores what the house has paid and got back with the coupons of positions. */
async function writeTrials({ trials }: ContractsDeps, tx: Tx, positions: readonly Position[]): Promise<void> {
  const uses = positions.flatMap(({ id, trial }) => (trial ? [{ positionId: id, ...trial }] : []));
  if (uses.length > 0) await trials?.write(tx, uses);
}

async function notifyOf(
  { market, notify }: ContractsDeps,
  tx: Tx,
  events: readonly PositionEvent[],
): Promise<void> {
  const notices = notificationsOf(market, events);
  if (notices.length > 0) await notify(tx, notices);
}

/** Awaits two concurrent promises; throws the first failure after both have ended. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

/** Returns the users' contract accounts and the house accounts that pay and receive. */
function balancesOf(users: readonly UserId[]): BalanceKey[] {
  const shards = new Set(users.map((user) => user % HOUSE_SHARDS));
  return [
    ...users.map((user) => keyOf(userAccount(user, 'lever'))),
    ...[...shards].map((shard) => keyOf(houseAccount('fees', shard))),
    ...[POOL, INSURANCE].map(keyOf),
  ];
}

/** Awaits all, then throws the first failure: a statement sent after the rollback would run outside of the transaction. */
async function allSettledOrThrow(resolved: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(resolved)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

interface JournalInput {
  readonly batch: Batch;
  readonly keys: readonly BalanceKey[];
  readonly events: readonly PositionEvent[];
  readonly at: number;
}

/**
 * Posts events as one journal whose postings name their positions, or as several where one is too small. Its key is
 * that of a position's version, which is written once.
 */
async function postJournals(
  { ledger }: ContractsDeps,
  tx: Tx,
  { batch, keys, events, at }: JournalInput,
): Promise<void> {
  const journals = journalsOf(events, at);
  let open = batch;
  for (let from = 0; from < journals.length; from += BATCH_JOURNALS_MAX) {
    if (from > 0) open = await ledger.openBatch(tx, keys);
    const some = journals.slice(from, from + BATCH_JOURNALS_MAX);
    for (const journal of some) open.post(journal);
    const first = { key: some[0]?.key ?? '', reference: some[0]?.reference ?? '' };
    const name = { key: `contract:batch:${first.key}`, reference: `batch:${first.reference}` };
    await open.closeAs({ ...name, kind: 'contract:batch' });
  }
}
