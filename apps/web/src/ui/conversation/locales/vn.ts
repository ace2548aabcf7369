import type en from './en.ts';

export default {
  write: 'Nhập tin nhắn',
  send: 'Gửi',
  older: 'Tin nhắn trước đó',
  new_messages: '{count} tin nhắn mới',
  sending: 'Đang gửi',
  not_sent: 'Chưa gửi được',
  discard: 'Xóa',
} satisfies Record<keyof typeof en, string>;
