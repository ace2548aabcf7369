import type { Path } from '../../lib/paths.ts';

/** Returns the target of a notification, by the prefix of its kind; undefined without one. */
const PLACES: Readonly<Record<string, Path>> = {
  verification: '/pages/setting/real',
  identity: '/pages/setting/security',
  credentials: '/pages/setting/security',
  operators: '/pages/setting/bill',
  wallet: '/pages/setting/bill',
  deposits: '/pages/fund/receive_withdraw_record',
  withdrawals: '/pages/fund/receive_withdraw_record',
  payees: '/pages/setting/wallet',
  fiat: '/pages/otc/otc',
  contracts: '/pages/transaction/contract_order',
  options: '/pages/transaction/seconds_order',
  copytrade: '/pages/copytrade/my',
  mining: '/pages/lockming/order',
  alerts: '/pages/market/alerts',
  stocks: '/pages/market/stocks',
  support: '/pages/kefu/index',
};

export const placeOf = (kind: string): Path | undefined => PLACES[kind.split(':')[0] ?? ''];
