/**
 * Tiles of the home screen in their order. A tile whose product is not built yet leads to a screen that says so; `ready`
 * lets the app show which ones work.
 */
export const menu = [
  { key: 'recharge', path: '/pages/fund/receive', ready: false },
  { key: 'withdraw', path: '/pages/fund/withdraw', ready: false },
  { key: 'exchange', path: '/pages/fund/fundTransfer', ready: true },
  { key: 'transfer', path: '/pages/fund/transfer', ready: true },
  { key: 'stock', path: '/pages/market/market?tab=stock', ready: true },
  { key: 'bills', path: '/pages/setting/bill', ready: true },
  { key: 'futures', path: '/pages/transaction/contract', ready: false },
  { key: 'options', path: '/pages/transaction/index2', ready: false },
  { key: 'copy_trade', path: '/pages/copytrade/copy', ready: false },
  { key: 'quick_buy', path: '/pages/otc/otc', ready: false },
  { key: 'invest', path: '/pages/invest/invest', ready: false },
  { key: 'mining', path: '/pages/lockming/lockming', ready: false },
  { key: 'subscription', path: '/pages/ieo/ieo', ready: false },
  { key: 'nft', path: '/pages/nft/nft', ready: false },
  { key: 'games', path: '/pages/game/game', ready: false },
  { key: 'borrowing', path: '/pages/common/borrowing', ready: false },
  { key: 'coupons', path: '/pages/setting/coupon', ready: false },
  { key: 'chat_room', path: '/pages/kefu/index', ready: false },
] as const;
