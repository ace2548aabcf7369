/** All addresses of the app. A test checks that each has a screen. */
export const PATHS = [
  // Tabs
  '/',
  '/pages/index/index',
  '/pages/market/market',
  '/pages/transaction/index',
  '/pages/financial/index',
  '/pages/fund/assets',
  // Common
  '/pages/common/login',
  '/pages/common/register',
  '/pages/common/forget',
  '/pages/common/unfreeze',
  '/pages/common/notMe',
  '/pages/common/area',
  '/pages/common/article',
  '/pages/common/webView',
  '/pages/common/faq',
  '/pages/common/contactus',
  '/pages/common/aboutus',
  '/pages/common/borrowing',
  '/pages/common/repayment',
  '/pages/common/loan',
  '/pages/common/download',
  // Settings
  '/pages/setting/setting',
  '/pages/setting/userInfo',
  '/pages/setting/security',
  '/pages/setting/password',
  '/pages/setting/payPassword',
  '/pages/setting/vip',
  '/pages/setting/coupon',
  '/pages/setting/credit',
  '/pages/setting/wallet',
  '/pages/setting/bill',
  '/pages/setting/real',
  '/pages/setting/real_mark',
  '/pages/setting/addWallet',
  '/pages/setting/operational_compliance',
  '/pages/setting/share',
  '/pages/setting/areas',
  '/pages/setting/bank',
  '/pages/setting/bank_edit',
  '/pages/setting/bank_international',
  '/pages/setting/language',
  '/pages/setting/fiat',
  '/pages/setting/appearance',
  '/pages/setting/authenticator',
  '/pages/setting/passkeys',
  '/pages/setting/devices',
  '/pages/setting/logins',
  '/pages/setting/binding',
  '/pages/setting/antiPhishing',
  '/pages/setting/protection',
  '/pages/setting/addReceiver',
  '/pages/setting/freeze',
  '/pages/setting/apiKeys',
  '/pages/setting/notifications',
  // Funds
  '/pages/fund/select',
  '/pages/fund/receive',
  '/pages/fund/voucher',
  '/pages/fund/receive_withdraw_record',
  '/pages/fund/withdraw',
  '/pages/fund/withdraw_detail',
  '/pages/fund/withdraw_figures',
  '/pages/fund/assets_record',
  '/pages/fund/transfer',
  '/pages/fund/fundTransfer',
  '/pages/fund/gifts',
  '/pages/fund/assets_all_record',
  '/pages/fund/transfer_history',
  // Portfolio
  '/pages/portfolio/pnl',
  '/pages/portfolio/asset',
  '/pages/portfolio/statements',
  '/pages/portfolio/tax',
  // Market
  '/pages/market/search',
  '/pages/market/stocks',
  '/pages/market/alerts',
  // Copy trading
  '/pages/copytrade/copy',
  '/pages/copytrade/my',
  '/pages/copytrade/trader',
  '/pages/follow/index',
  '/pages/follow/trader',
  '/pages/follow/follow',
  '/pages/follow/agreement_zh',
  '/pages/follow/agreement_en',
  // OTC, subscriptions, mining
  '/pages/otc/otc',
  '/pages/ieo/ieo',
  '/pages/ieo/subscribe',
  '/pages/ieo/order',
  '/pages/lockming/lockming',
  '/pages/lockming/buy',
  '/pages/lockming/order',
  '/pages/lockming/welcome',
  '/pages/lockming/detail',
  // Trading
  '/pages/transaction/currency',
  '/pages/transaction/currency_order',
  '/pages/transaction/contract',
  '/pages/transaction/contract_order',
  '/pages/transaction/seconds_order',
  '/pages/transaction/index2',
  '/pages/transaction/seconds_quiz',
  '/pages/transaction/seconds_limits',
  // Proofs
  '/pages/proofs/verify',
  '/pages/proofs/liabilities',
  '/pages/proofs/seeds',
  // NFT
  '/pages/nft/nft',
  '/pages/nft/artistDetail',
  '/pages/nft/mine',
  '/pages/nft/artworkDetail',
  '/pages/nft/artworkDetail_video',
  '/pages/nft/purchase',
  '/pages/nft/purchase_one',
  '/pages/nft/resell',
  '/pages/nft/myNft',
  '/pages/nft/components/artist',
  '/pages/nft/components/artwork',
  '/pages/nft/components/search',
  '/pages/nft/components/collection',
  '/pages/nft/apply',
  '/pages/nft/studio',
  '/pages/nft/upload',
  // Dual investment
  '/pages/invest/invest',
  '/pages/invest/mine',
  '/pages/invest/purchase',
  '/pages/invest/help',
  // Recurring buy
  '/pages/recurring/recurring',
  '/pages/recurring/create',
  '/pages/recurring/detail',
  // Games, service, messages
  '/pages/game/game',
  '/pages/game/round',
  '/pages/game/help',
  '/pages/game/disputes',
  '/pages/game/quiz',
  '/pages/game/limits',
  '/pages/kefu/index',
  '/pages/kf/kf',
  '/pages/chat/rooms',
  '/pages/chat/room',
  '/pages/SwitchLine/SwitchLine',
  '/pages/mailMessage/mailMessage',
  '/pages/mailMessage/mailMessageList',
  '/pages/mailMessage/ggList',
  '/pages/mailMessage/ggDetail',
  // System pages
  '/choose-location',
  '/open-location',
] as const;

export type Path = (typeof PATHS)[number];

const known = new Set<string>(PATHS);
/** Whether a text (a banner's link, a return address) is an address of the app; parameters are ignored. */
export const isPath = (text: string): boolean => known.has(text.split('?')[0] ?? '');

/** Parameters of a screen, all texts. */
export type Search = Readonly<Record<string, string | number | undefined>>;

/** Returns the address with its parameters. */
export function addressOf(path: string, search: Search = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
