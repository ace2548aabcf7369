import type en from './en.ts';

export default {
  title: '行情',
  favourites: '自選',
  coins: '幣種',
  stocks: '股票',
  no_favourites: '點按市場旁的星號即可加入自選。',
  see_coins: '查看所有幣種',
  login_favourites: '登入後即可使用自選。',
  name: '名稱',
  price: '最新價',
  change: '24 小時',
  sort_by: '按{column}排序',
  search: '搜尋幣種或股票',
  hot: '24 小時熱門搜尋',
  recent: '最近瀏覽',
  forget_recent: '清除最近瀏覽',
  nothing_hot: '暫時沒有熱門搜尋。',
  not_found: '找不到「{text}」。',
  stock_hours: '股票於紐約時間 09:30–16:00 交易；現在的委託會等候開市。',
} satisfies Record<keyof typeof en, string>;
