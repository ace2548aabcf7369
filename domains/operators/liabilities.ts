import type { PostingView } from '@karat/domains/ledger';
import { ZERO, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { CustodyFacts } from './console.ts';

/** Amounts of one currency: owned by users, owned by the house, and in custody. */
export interface Liabilities {
  readonly currency: string;
  readonly users: Amount;
  readonly house: Amount;
  readonly custody:
    | {
        readonly booked: Amount;
        readonly chain: Amount;
        readonly matches: boolean;
        readonly checkedMs: number;
      }
    | undefined;
}

const total = (amounts: readonly Amount[]): Amount => amounts.reduce((sum, each) => plus(sum, each), ZERO);

/**
 * Returns the liabilities by currency, from the balances of the house accounts: all journals sum to zero, so what users
 * own is what the house accounts owe together.
 */
export function liabilitiesOf(
  house: readonly PostingView[],
  custody: readonly CustodyFacts[],
): Liabilities[] {
  const ofCurrency = Map.groupBy(house, ({ currency }) => currency);
  const inCustody = Map.groupBy(custody, ({ currency }) => currency);
  return [...ofCurrency].map(([currency, rows]) => {
    const amountOf = (of: readonly PostingView[]): Amount =>
      total(of.flatMap(({ available, held }) => [available, held]));
    const compared = inCustody.get(currency);
    return {
      currency,
      users: negate(amountOf(rows)),
      house: amountOf(rows.filter(({ account }) => account !== 'external')),
      custody: compared && {
        booked: total(compared.map(({ booked }) => booked)),
        chain: total(compared.map(({ chain }) => chain)),
        matches: compared.every(({ matches }) => matches),
        checkedMs: Math.min(...compared.map(({ checkedMs }) => checkedMs)),
      },
    };
  });
}
