import type en from './en.ts';

export default {
  language: 'ภาษา',
  login: 'เข้าสู่ระบบ',
  login_title: 'ยินดีต้อนรับกลับ',
  login_done: 'เข้าสู่ระบบสำเร็จ',
  no_account: 'เพิ่งใช้ Karat ใช่ไหม',
  forgot: 'ลืมรหัสผ่าน?',
  register: 'สร้างบัญชี',
  register_title: 'สร้างบัญชีของคุณ',
  register_done: 'ลงทะเบียนสำเร็จ',
  have_account: 'มีบัญชีอยู่แล้วใช่ไหม',
  rules: 'กฎการดำเนินงานและการกำกับดูแล',
  invite: 'รหัสเชิญ (ไม่บังคับ)',
  demo_note: 'นี่คือระบบสาธิต บัญชีของคุณจะได้รับเงินทดลองที่ไม่มีมูลค่าจริง',
  forget: 'ตั้งรหัสผ่านใหม่',
  forget_note: 'อุปกรณ์ทั้งหมดที่เข้าสู่ระบบอยู่จะถูกออกจากระบบ',
  forget_submit: 'บันทึกรหัสผ่านใหม่',
  forget_done: 'เปลี่ยนรหัสผ่านแล้ว โปรดเข้าสู่ระบบ',
} satisfies Record<keyof typeof en, string>;
