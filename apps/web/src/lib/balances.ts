import type { AnyPath } from './calls.ts';

/** Reads that tell what the person has: whatever moves money makes all of them old. */
export const BALANCES = [
  'wallet/list',
  'wallet/detail',
  'wallet/bills',
  'wallet/get_info',
  'withdrawal/currencies',
  'currency/user_currency_list',
  'lever/deal',
  'microtrade/payable_currencies',
] as const satisfies readonly AnyPath[];
