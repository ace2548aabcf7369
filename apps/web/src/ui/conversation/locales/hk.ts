import type en from './en.ts';

export default {
  write: '輸入訊息',
  send: '傳送',
  older: '較早的訊息',
  new_messages: '{count} 則新訊息',
  sending: '傳送中',
  not_sent: '未能傳送',
  discard: '刪除',
} satisfies Record<keyof typeof en, string>;
