import type en from './en.ts';

export default {
  title: '行情',
  favourites: '自选',
  coins: '币种',
  stocks: '股票',
  no_favourites: '点按市场旁的星号即可加入自选。',
  see_coins: '查看所有币种',
  login_favourites: '登录后即可使用自选。',
  name: '名称',
  price: '最新价',
  change: '24 小时',
  sort_by: '按{column}排序',
  search: '搜索币种或股票',
  hot: '24 小时热门搜索',
  recent: '最近浏览',
  forget_recent: '清除最近浏览',
  nothing_hot: '暂时没有热门搜索。',
  not_found: '找不到“{text}”。',
  stock_hours: '股票于纽约时间 09:30–16:00 交易；现在的委托会等候开市。',
} satisfies Record<keyof typeof en, string>;
