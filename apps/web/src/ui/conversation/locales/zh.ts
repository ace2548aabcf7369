import type en from './en.ts';

export default {
  write: '输入消息',
  send: '发送',
  older: '更早的消息',
  new_messages: '{count} 条新消息',
  sending: '发送中',
  not_sent: '发送失败',
  discard: '删除',
} satisfies Record<keyof typeof en, string>;
