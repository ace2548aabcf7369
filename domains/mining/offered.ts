import { refuse } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { ZERO } from '@karat/money';
import type { MiningDeps } from './deps.ts';
import type { Offered } from './view.ts';

/** Currencies with what the interest account has free in each. */
export async function readOffered({ ctx, ledger }: MiningDeps): Promise<(id: CurrencyId) => Offered> {
  const now = ctx.clock.now();
  const balances = await ledger.balances(ctx.db, [houseAccount('interest')]);
  const free = new Map(balances.map(({ currency, available }) => [currency, available]));
  const byId = new Map((await ledger.currencies(ctx.db)).map((currency) => [currency.id, currency]));
  return (id) => {
    const { code, decimals } = byId.get(id) ?? refuse('currency_unknown');
    return { code, decimals, free: free.get(id) ?? ZERO, now };
  };
}
