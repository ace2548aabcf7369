import type en from './en.ts';

export default {
  title: 'การเงิน',
  lead: 'เงื่อนไขที่คุณคำนวณซ้ำได้',
  lead_text: 'อัตรา วันที่ และค่าปรับทั้งหมดแสดงก่อนยืนยัน',
  recurring_title: 'ซื้อประจำ',
  recurring_text: 'ซื้อเหรียญหรือหุ้นด้วยเงินจำนวนคงที่ทุกวัน สัปดาห์ หรือเดือน',
  dual_title: 'การลงทุนสองสกุล',
  dual_text: 'อัตราคงที่ จ่ายเป็นหนึ่งในสองสกุล',
  ieo_title: 'จองซื้อ',
  ieo_text: 'โทเคนใหม่และกองทุนอสังหาริมทรัพย์ในราคาเสนอขาย',
  loans_title: 'สินเชื่อ',
  loans_text: 'กู้ยืมโดยใช้สินทรัพย์ที่ถืออยู่ ด้วยเงื่อนไขที่ชัดเจน',
  convert: 'แปลงเหรียญตอนนี้',
} satisfies Record<keyof typeof en, string>;
