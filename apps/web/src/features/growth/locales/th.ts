import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: 'ลดค่าธรรมเนียม {percent} %',
  no_discount: 'ค่าธรรมเนียมปกติ',
  volume: 'ปริมาณ 30 วัน',
  balance: 'ยอดคงเหลือ',
  next: 'ระดับถัดไป: VIP {level}',
  missing_volume: 'เทรดเพิ่มอีก {amount} USDT',
  missing_balance: 'หรือมียอดเพิ่มอีก {amount} USDT',
  highest: 'คุณอยู่ในระดับสูงสุดแล้ว',
  expected: 'ด้วยตัวเลขนี้คุณจะเป็น VIP {level} ตั้งแต่ {time}',
  set_at: 'กำหนดระดับทุกวันเวลา 00:00 UTC ครั้งถัดไป: {time}',
  rules:
    'ปริมาณนับจากการเทรดสปอตและสัญญาที่เสียค่าธรรมเนียม ยอดคงเหลือคือทุกอย่างในบัญชีหักเงินกู้ คิดเป็น USDT ณ 00:00 UTC ถึงเกณฑ์อย่างใดอย่างหนึ่งก็พอ',
  table: 'ระดับและค่าธรรมเนียม',
  level: 'ระดับ',
  needs: 'ปริมาณ / ยอดคงเหลือ',
  spot: 'สปอต เมกเกอร์ / เทกเกอร์',
  contract: 'สัญญา',
  outflow: 'วงเงินถอน',
  leverage: 'เลเวอเรจสูงสุด',
  fees_of: 'ค่าธรรมเนียมของ {symbol} ตลาดอื่นได้ส่วนลดเท่ากัน',
  conversions: 'ส่วนลดใช้กับการแปลงเหรียญด้วย ออปชันไม่มีค่าธรรมเนียม',
} satisfies Record<keyof typeof en, string>;
