import type en from './en.ts';

export default {
  pay_password: 'รหัสผ่านการชำระเงิน',
  pay_password_empty: 'กรอกรหัสผ่านการชำระเงิน',
  code: 'รหัสจากแอปยืนยันตัวตน',
  code_empty: 'กรอกรหัส',
  code_hint: 'ตัวเลขหกหลักจากแอป หรือรหัสสำรอง',
  confirm: 'ยืนยัน',
  forgot: 'ลืมรหัสผ่านการชำระเงิน?',
  unset: 'เงินจะออกจากบัญชีได้ด้วยรหัสผ่านการชำระเงินเท่านั้น คุณยังไม่ได้ตั้งไว้',
  set_up: 'ตั้งรหัสผ่านการชำระเงิน',
} satisfies Record<keyof typeof en, string>;
