import type en from './en.ts';

export default {
  title: 'การเชื่อมต่อ',
  own: 'ที่อยู่นี้',
  line: 'เส้นทาง {number}',
  measuring: 'กำลังวัด',
  no_answer: 'ไม่ตอบกลับ',
  note: 'ยิ่งน้อยยิ่งเร็ว ตัวเลือกมีผลทันทีกับราคา คำสั่งซื้อขาย และทุกส่วน',
  only_one: 'มีเส้นทางเดียว เวลาตอบกลับบอกความเร็วการเชื่อมต่อของคุณ',
  again: 'วัดอีกครั้ง',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
