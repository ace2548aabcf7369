import type en from './en.ts';

export default {
  title: '地域',
  note: '地域により利用できる商品と支払方法が決まります。居住地と電話番号のルールに加わるもので、置き換えることはありません。',
  suggest: '地域の候補を表示',
  suggest_title: '地域の候補',
  suggest_text: 'Karat は GPS を使いません。ブラウザの地域設定を、この画面でのみ参照します。',
  browser_says: 'ブラウザの設定',
  browser_silent: 'ブラウザに地域の設定がありません。',
  use: 'この地域を使う',
  choose: '自分で選ぶ',
  saved: '保存しました',
} satisfies Record<keyof typeof en, string>;
