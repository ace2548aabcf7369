import { UNIT, amount, format, plus } from '@karat/money';
import type { AllReplies } from './calls.ts';

type Wallets = AllReplies['wallet/list'];

/** Worth of all four accounts in USDT. */
export const totalOf = (wallets: Wallets): string =>
  format(
    Object.values(wallets)
      .map((wallet) => amount(wallet.usdt_totle))
      .reduce((sum, one) => plus(sum, one), amount('0')),
  );

/** Dollars (a USDT counts as one) in a currency with that many units to the dollar. */
export const inFiat = (dollars: string, rate: string): string =>
  format(amount((amount(dollars) * amount(rate)) / UNIT));
