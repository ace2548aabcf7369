/**
 * Tiles of the home screen in their order. A tile of an unbuilt product leads to a screen that says so; `ready` lets
 * the app mark the ones that work.
 */
export const menu = [
  { key: 'exchange', path: '/pages/fund/fundTransfer', ready: true },
  { key: 'transfer', path: '/pages/fund/transfer', ready: true },
  { key: 'stock', path: '/pages/market/market?tab=stock', ready: true },
  { key: 'bills', path: '/pages/setting/bill', ready: true },
  { key: 'recharge', path: '/pages/fund/receive', ready: true },
  { key: 'withdraw', path: '/pages/fund/withdraw', ready: true },
  { key: 'quick_buy', path: '/pages/otc/otc', ready: true },
  { key: 'futures', path: '/pages/transaction/contract', ready: true },
  { key: 'options', path: '/pages/transaction/index2', ready: true },
  { key: 'copy_trade', path: '/pages/copytrade/copy', ready: true },
  { key: 'financial', path: '/pages/financial/index', ready: true },
  { key: 'margin', path: '/pages/transaction/contract?mode=cross', ready: true },
  { key: 'otc', path: '/pages/otc/otc?method=transfer', ready: true },
  { key: 'invest', path: '/pages/invest/invest', ready: true },
  { key: 'mining', path: '/pages/lockming/lockming', ready: true },
  { key: 'defi_mining', path: '/pages/lockming/lockming?category=defi', ready: true },
  { key: 'cloud_mining', path: '/pages/lockming/lockming?category=cloud', ready: true },
  { key: 'subscription', path: '/pages/ieo/ieo', ready: true },
  { key: 'nft', path: '/pages/nft/nft', ready: true },
  { key: 'borrowing', path: '/pages/common/borrowing', ready: true },
  { key: 'repayment', path: '/pages/common/repayment', ready: true },
  { key: 'coupons', path: '/pages/setting/coupon', ready: false },
  { key: 'games', path: '/pages/game/game', ready: true },
  { key: 'chat_room', path: '/pages/chat/rooms', ready: true },
  { key: 'download', path: '/pages/common/download', ready: true },
] as const;
