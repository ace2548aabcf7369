import type en from './en.ts';

export default {
  badge: 'กำลังจะมา',
  promise: 'จะเปิดเมื่อใช้งานได้จริงเท่านั้น',
  screen_title: 'หน้าจอนี้',
  screen_text: 'กำลังพัฒนาอยู่ในขณะนี้',
  to_market: 'ดูตลาด',
  to_assets: 'สินทรัพย์ของฉัน',
  to_setting: 'การตั้งค่า',
} satisfies Record<keyof typeof en, string>;
