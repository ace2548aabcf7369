import type en from './en.ts';

export default {
  write: 'พิมพ์ข้อความ',
  send: 'ส่ง',
  older: 'ข้อความก่อนหน้า',
  new_messages: 'ข้อความใหม่ {count} ข้อความ',
  sending: 'กำลังส่ง',
  not_sent: 'ส่งไม่สำเร็จ',
  discard: 'ลบ',
} satisfies Record<keyof typeof en, string>;
