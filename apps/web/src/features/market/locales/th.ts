import type en from './en.ts';

export default {
  title: 'ตลาด',
  favourites: 'รายการโปรด',
  coins: 'เหรียญ',
  stocks: 'หุ้น',
  no_favourites: 'แตะดาวของตลาดเพื่อเก็บไว้ที่นี่',
  see_coins: 'ดูเหรียญทั้งหมด',
  login_favourites: 'เข้าสู่ระบบเพื่อเก็บรายการโปรด',
  name: 'ชื่อ',
  price: 'ราคาล่าสุด',
  change: '24 ชม.',
  sort_by: 'เรียงตาม{column}',
  search: 'ค้นหาเหรียญและหุ้น',
  hot: 'ค้นหามากสุดใน 24 ชม.',
  recent: 'ดูล่าสุด',
  forget_recent: 'ล้างรายการที่ดูล่าสุด',
  nothing_hot: 'ยังไม่มีใครค้นหา',
  not_found: 'ไม่พบตลาด “{text}”',
  stock_hours: 'หุ้นซื้อขาย 09:30–16:00 น. เวลานิวยอร์ก คำสั่งตอนนี้จะรอเปิดตลาด',
} satisfies Record<keyof typeof en, string>;
