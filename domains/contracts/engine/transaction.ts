import type { UserId } from '@karat/contract';
import { HOUSE_SHARDS, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { BalanceKey } from '@karat/domains/ledger';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Account, Deed, House } from '../desk.ts';
import { journalsOf } from '../journals.ts';
import type { Position } from '../position.ts';
import { insertFills, insertOvernights, lockLive, writePositions } from '../store.ts';
import { noticesOf } from './notices-of.ts';
import type { ContractsDeps, DeedsListener } from './ports.ts';

/** What a transaction works on: the accounts of some users, and the house. */
export interface Desk {
  readonly account: (user: UserId) => Account;
  readonly house: House;
}

export interface Settled {
  readonly deeds: readonly Deed[];
  /** Positions that changed, each once, as they are now. */
  readonly changed: readonly Position[];
  /** What the users have available now. */
  readonly available: ReadonlyMap<UserId, Amount>;
}

const keyOf = (account: BalanceKey['account']): BalanceKey => ({ account, currency: USDT });

/**
 * One transaction: locks the users' live positions, then their balances and the house's; lets `decide` do in memory what is
 * to be done; writes journals, positions and fills, and tells whoever has to know in the same transaction. Rows that
 * somebody else has changed in the meantime undo all of it.
 */
export async function settle(
  deps: ContractsDeps,
  listeners: readonly DeedsListener[],
  tx: Tx,
  users: readonly UserId[],
  decide: (desk: Desk, deeds: Deed[]) => Promise<void> | void,
): Promise<Settled> {
  const at = deps.ctx.clock.now();
  const byUser = Map.groupBy(await lockLive(tx, users), (position) => position.userId);
  const [pool, insurance] = [houseAccount('contracts_pool'), houseAccount('insurance')];
  const shards = new Set(users.map((user) => user % HOUSE_SHARDS));
  const batch = await deps.ledger.openBatch(tx, [
    ...users.map((user) => keyOf(userAccount(user, 'lever'))),
    ...[...shards].map((shard) => keyOf(houseAccount('fees', shard))),
    keyOf(pool),
    keyOf(insurance),
  ]);
  const accounts = new Map<UserId, Account>();
  const desk: Desk = {
    house: { pool: batch.available(pool, USDT), insurance: batch.available(insurance, USDT) },
    account(user) {
      let account = accounts.get(user);
      if (!account) {
        const available = batch.available(userAccount(user, 'lever'), USDT);
        accounts.set(user, (account = { available, positions: byUser.get(user) ?? [] }));
      }
      return account;
    },
  };
  const deeds: Deed[] = [];
  await decide(desk, deeds);
  const changed = [...new Set(deeds.map((deed) => deed.position))];
  const available = new Map([...accounts].map(([user, account]) => [user, account.available]));
  if (changed.length === 0) return { deeds, changed, available };
  await writePositions(tx, changed);
  for (const journal of journalsOf(deeds, at)) batch.post(journal);
  await batch.close();
  await insertFills(tx, deeds, at);
  await insertOvernights(tx, deeds);
  const notices = noticesOf(deps.market, deeds);
  if (notices.length > 0) await deps.tell(tx, notices);
  if (deps.prove) await deps.prove(tx, deeds);
  for (const listen of listeners) await listen(tx, deeds);
  return { deeds, changed, available };
}
