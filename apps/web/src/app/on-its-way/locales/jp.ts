import type en from './en.ts';

export default {
  badge: '準備中',
  promise: '本当に使えるようになってから公開します。',
  screen_title: 'この画面',
  screen_text: '現在開発中です。',
  to_market: 'マーケットを見る',
  to_assets: '自分の資産',
  to_setting: '設定',
} satisfies Record<keyof typeof en, string>;
