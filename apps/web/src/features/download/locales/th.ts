import type en from './en.ts';

export default {
  title: 'ดาวน์โหลดแอป',
  lead: 'Karat บนหน้าจอหลักของคุณ',
  text: 'ติดตั้งจากหน้านี้ได้เลย ไม่ต้องใช้สโตร์ เป็นเวอร์ชันล่าสุดเสมอ',
  install: 'ติดตั้ง',
  installed: 'ติดตั้ง Karat บนอุปกรณ์นี้แล้ว',
  by_hand: 'ติดตั้งด้วยตนเอง',
  step_menu: 'เปิดเมนูแชร์หรือเมนูของเบราว์เซอร์',
  step_add: 'เลือก “เพิ่มไปยังหน้าจอหลัก”',
  step_open: 'เปิด Karat จากไอคอน',
  gain_fast: 'เปิดได้ทันทีแบบเต็มหน้าจอ',
  gain_offline: 'แสดงตัวเลขล่าสุดได้แม้ไม่มีเครือข่าย',
} satisfies Record<keyof typeof en, string>;
