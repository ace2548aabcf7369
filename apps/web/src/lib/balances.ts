import type { AnyPath } from './calls.ts';

/** Queries of balances; every movement of money makes them outdated. */
export const BALANCES = [
  'wallet/list',
  'wallet/detail',
  'wallet/held',
  'wallet/bills',
  'wallet/activity',
  'wallet/get_info',
  'withdrawal/currencies',
  'currency/user_currency_list',
  'lever/deal',
  'microtrade/payable_currencies',
] as const satisfies readonly AnyPath[];
