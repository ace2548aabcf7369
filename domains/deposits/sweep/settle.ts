import { negate } from '@karat/money';
import { houseAccount } from '@karat/domains/ledger';
import { amountUpOf } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import { custodyAccount } from '../custody-account.ts';
import { coinOf } from './deps.ts';
import type { Sweeping } from './deps.ts';
import * as store from './store.ts';
import type { Sweep, Transaction } from './store.ts';

/**
 * Posts the network fee of a mined transfer as a cost of the exchange, once for each nonce, since less lies on the
 * chain. Rounded up to the ledger's precision.
 */
export async function bookSweepFee(
  { deps, on, chain }: Sweeping,
  tx: Tx,
  { id }: Sweep,
  { txid, leg, nonce }: Transaction,
  units: bigint,
): Promise<void> {
  await store.setNetworkFee(tx, txid, units);
  const coin = coinOf(chain);
  const currency = (await deps.ledger.currencies(tx)).find(({ code }) => code === coin.code);
  if (currency === undefined || units === 0n) return;
  const fee = amountUpOf(units, coin.decimals, currency.decimals);
  await deps.ledger.post(tx, {
    key: `sweep:network_fee:${id}:${leg}:${nonce}`,
    kind: 'sweep:network_fee',
    reference: String(id),
    at: deps.ctx.clock.now(),
    entries: [
      { account: houseAccount('external'), currency: currency.id, available: negate(fee) },
      { account: custodyAccount(on.id), currency: currency.id, available: fee },
    ],
  });
}
