import { UNIT, amount, format, plus } from '@karat/money';
import type { AllReplies } from './calls.ts';

type Wallets = AllReplies['wallet/list'];

/** Value of all four accounts in USDT. */
export const totalOf = (wallets: Wallets): string =>
  format(
    Object.values(wallets)
      .map((wallet) => amount(wallet.usdt_totle))
      .reduce((sum, one) => plus(sum, one), amount('0')),
  );

/** Converts dollars (a USDT counts as one) at a rate of units per dollar. */
export const inFiat = (dollars: string, rate: string): string =>
  format(amount((amount(dollars) * amount(rate)) / UNIT));
