import type en from './en.ts';

export default {
  title: '接続',
  own: 'このアドレス',
  line: '回線 {number}',
  measuring: '測定中',
  no_answer: '応答なし',
  note: '値が小さいほど高速です。選択は価格、注文などすべてにすぐ適用されます。',
  only_one: '利用できる回線は一つです。応答時間は接続の速さを示します。',
  again: 'もう一度測定',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
