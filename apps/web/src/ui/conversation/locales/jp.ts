import type en from './en.ts';

export default {
  write: 'メッセージを入力',
  send: '送信',
  older: '以前のメッセージ',
  new_messages: '新着メッセージ {count} 件',
  sending: '送信中',
  not_sent: '未送信',
  discard: '削除',
} satisfies Record<keyof typeof en, string>;
