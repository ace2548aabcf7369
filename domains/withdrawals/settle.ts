import { refuse } from '@karat/contract';
import type { WithdrawalReason } from '@karat/contract';
import { minus, negate } from '@karat/money';
import { HOUSE_SHARDS, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId } from '@karat/domains/ledger';
import { custodyAccount } from '@karat/domains/deposits';
import { NETWORKS } from '@karat/contract';
import { amountUpOf } from '@karat/platform/chains';
import type { Chain } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { canTransition } from './rules.ts';
import * as payouts from './payout-store.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';
import { notifyStep } from './notify.ts';

/** External account of a payout: the network's part, or the remainder for banks. */
function outside(network: string): AccountId {
  const chain = NETWORKS.find((each) => each === network);
  return chain === undefined ? houseAccount('external') : custodyAccount(chain);
}

/** Settles an arrived payout: the held amount leaves, the fee stays with the exchange. */
export async function settlePaid(
  deps: ResolvedDeps,
  tx: Tx,
  row: Withdrawal,
  by: string,
  note = '',
): Promise<void> {
  if (!canTransition(row.state, 'confirmed')) refuse('withdrawal_under_way');
  const at = deps.ctx.clock.now();
  await deps.ledger.post(tx, {
    key: `withdrawal:paid:${row.id}`,
    kind: 'withdrawal:paid',
    reference: String(row.id),
    at,
    entries: [
      { account: userAccount(row.user, row.account), currency: row.currency, held: negate(row.number) },
      { account: outside(row.network), currency: row.currency, available: minus(row.number, row.fee) },
      ...(row.fee === 0n
        ? []
        : [
            {
              account: houseAccount('fees', row.user % HOUSE_SHARDS),
              currency: row.currency,
              available: row.fee,
            },
          ]),
    ],
  });
  await store.setState(tx, row.id, row.state, { state: 'confirmed', finishedAt: at });
  await store.addStep(tx, row.id, { state: 'confirmed', by, note, at });
  await notifyStep(deps, tx, row, 'confirmed');
}

/** Ends a withdrawal that will not be paid: releases the hold, once. */
export async function settleBack(
  deps: ResolvedDeps,
  tx: Tx,
  row: Withdrawal,
  end: {
    readonly state: 'rejected' | 'failed' | 'cancelled';
    readonly reason: WithdrawalReason;
    readonly by: string;
    readonly note?: string | undefined;
  },
): Promise<void> {
  if (!canTransition(row.state, end.state)) refuse('withdrawal_under_way');
  const at = deps.ctx.clock.now();
  const note = end.note ?? '';
  await deps.ledger.post(tx, {
    key: `withdrawal:release:${row.id}`,
    kind: 'withdrawal:release',
    reference: String(row.id),
    at,
    entries: [
      {
        account: userAccount(row.user, row.account),
        currency: row.currency,
        available: row.number,
        held: negate(row.number),
      },
    ],
  });
  await deps.outflow.releaseWithdrawal(tx, row.id);
  const change = { state: end.state, reason: end.reason, reasonNote: note, finishedAt: at };
  await store.setState(tx, row.id, row.state, change);
  await store.addStep(tx, row.id, { state: end.state, by: end.by, note, at });
  await notifyStep(deps, tx, row, end.state, { reason: end.reason, note });
}

/** Cancels a request of the caller before anything is signed. Refuses `withdrawal_unknown`, `withdrawal_under_way`. */
export async function cancelOwn(
  deps: ResolvedDeps,
  tx: Tx,
  user: Withdrawal['user'],
  id: number,
): Promise<void> {
  const row = (await store.lockOwn(tx, user, id)) ?? refuse('withdrawal_unknown');
  if (!canTransition(row.state, 'cancelled')) refuse('withdrawal_under_way');
  await settleBack(deps, tx, row, { state: 'cancelled', reason: 'user_cancelled', by: 'user' });
}

/**
 * Posts the network fee as a cost of the exchange, once for each payout, since less lies on the chain. Rounded up to
 * the ledger's precision.
 */
export async function bookNetworkFee(
  deps: ResolvedDeps,
  tx: Tx,
  chain: Chain,
  row: Withdrawal,
  units: bigint | undefined,
): Promise<void> {
  const coin = chain.assets.find(({ standard }) => standard === 'native');
  await payouts.noteNetworkFee(tx, row.id, units);
  if (coin === undefined || units === undefined || units === 0n) return;
  const currency = (await deps.ledger.currencies(tx)).find(({ code }) => code === coin.code);
  if (currency === undefined) return;
  const fee = amountUpOf(units, coin.decimals, currency.decimals);
  await deps.ledger.post(tx, {
    key: `withdrawal:network_fee:${row.id}`,
    kind: 'withdrawal:network_fee',
    reference: String(row.id),
    at: deps.ctx.clock.now(),
    entries: [
      { account: houseAccount('external'), currency: currency.id, available: negate(fee) },
      { account: outside(row.network), currency: currency.id, available: fee },
    ],
  });
}
