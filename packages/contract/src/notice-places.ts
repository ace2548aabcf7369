import type { NoticeKind } from './kinds.ts';

/** Screens of notifications, by the domain of their kind. */
const PLACES: Readonly<Record<string, string>> = {
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
  stocks: '/pages/market/stocks',
  alerts: '/pages/market/alerts',
  recurring: '/pages/recurring/recurring',
  dual: '/pages/invest/mine',
  launchpad: '/pages/ieo/order',
  loans: '/pages/common/loan',
  nft: '/pages/nft/mine',
  games: '/pages/game/game',
  gifts: '/pages/fund/gifts',
  growth: '/pages/setting/vip',
  support: '/pages/kefu/index',
  content: '/pages/mailMessage/ggList',
  outflow: '/pages/setting/security',
};

/** Returns the address of the screen in the phone app that a notification is about; undefined without one. */
export const noticePlace = (kind: NoticeKind): string | undefined => PLACES[kind.split(':')[0] ?? ''];
