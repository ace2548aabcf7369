import { USDT, houseAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { amount, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';

/** House capital of contracts: the pool pays gains; the insurance fund pays the part of a gap beyond a user's balance. */
export type Fund = 'pool' | 'insurance';
const accountOf = (fund: Fund) => houseAccount(fund === 'pool' ? 'contracts_pool' : 'insurance');

/** Deposits house capital from the external account. */
export const addCapital = async (
  ledger: Ledger,
  tx: Tx,
  capital: { readonly fund: Fund; readonly amount: Amount; readonly key: string; readonly at: number },
): Promise<void> => {
  await ledger.post(tx, {
    key: capital.key,
    kind: 'contract:fund',
    reference: capital.fund,
    at: capital.at,
    entries: [
      { account: houseAccount('external'), currency: USDT, available: negate(capital.amount) },
      { account: accountOf(capital.fund), currency: USDT, available: capital.amount },
    ],
  });
};

const DEMO: Readonly<Record<Fund, Amount>> = { pool: amount('50000000'), insurance: amount('5000000') };

/** Deposits the initial capital of a demonstration, once. */
export async function seedFunds(ctx: Context, ledger: Ledger, tx: Tx): Promise<void> {
  for (const fund of ['pool', 'insurance'] as const) {
    const capital = { fund, amount: DEMO[fund], key: `genesis:contracts:${fund}`, at: ctx.clock.now() };
    await addCapital(ledger, tx, capital);
  }
}
