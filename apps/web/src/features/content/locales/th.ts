import type en from './en.ts';

export default {
  article: 'บทความ',
  article_missing: 'ไม่พบบทความนี้',
  news: 'ประกาศ',
  news_none: 'ยังไม่มีประกาศ',
  faq: 'คำถามที่พบบ่อย',
  faq_search: 'ค้นหาคำถาม',
  faq_not_found: 'ไม่พบคำถามที่ตรงกัน',
  faq_all: 'แสดงคำถามทั้งหมด',
  faq_more: 'ยังไม่พบคำตอบใช่ไหม',
  support: 'ฝ่ายบริการลูกค้า',
  support_hint: 'แชตหรือฝากข้อความถึงเรา',
  contact: 'ติดต่อเรา',
  about: 'เกี่ยวกับเรา',
  compliance: 'การดำเนินงานและการกำกับดูแล',
  none: 'ยังไม่มีเนื้อหาเผยแพร่ที่นี่',
  version: 'เวอร์ชัน {version}',
  web_page: 'หน้าเว็บ',
  web_none: 'แอปเปิดที่อยู่นี้ไม่ได้',
  leaving: 'หน้านี้ไม่ได้ดำเนินการโดย Karat อย่ากรอกรหัสผ่าน Karat ของคุณที่นั่น',
  open_browser: 'เปิดในเบราว์เซอร์',
} satisfies Record<keyof typeof en, string>;
