import type en from './en.ts';

export default {
  title: 'マーケット',
  favourites: 'お気に入り',
  coins: 'コイン',
  stocks: '株式',
  no_favourites: '市場の星をタップするとここに残ります。',
  see_coins: 'コイン一覧',
  login_favourites: 'ログインするとお気に入りを使えます。',
  name: '名称',
  price: '現在値',
  change: '24 時間',
  sort_by: '{column}で並べ替え',
  search: 'コイン・株式を検索',
  hot: '24 時間の人気検索',
  recent: '最近見た市場',
  forget_recent: '履歴を消去',
  nothing_hot: 'まだ検索がありません。',
  not_found: '「{text}」に該当する市場はありません。',
  stock_hours: '株式はニューヨーク時間 9:30〜16:00。今の注文は寄り付きを待ちます。',
} satisfies Record<keyof typeof en, string>;
