import { HOUSE_SHARDS, USDC, USDT, houseAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { amount, divideDown, negate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';

/** Initial option pool of a demonstration. */
const POOL = amount('4000000');

/** Deposits the option pool's initial capital from the external account, once, in equal shards. Demonstrations only. */
export async function seedPool(
  { ctx, ledger }: { ctx: Pick<Context, 'clock'>; ledger: Ledger },
  tx: Tx,
): Promise<void> {
  const part = divideDown(POOL, HOUSE_SHARDS);
  const shards = Array.from({ length: HOUSE_SHARDS }, (_, shard) => houseAccount('option_pool', shard));
  await ledger.post(tx, {
    key: 'genesis:option_pool',
    kind: 'genesis',
    reference: 'option pool',
    at: ctx.clock.now(),
    entries: [USDT, USDC].flatMap((currency) => [
      { account: houseAccount('external'), currency, available: negate(POOL) },
      ...shards.map((account) => ({ account, currency, available: part })),
    ]),
  });
}
