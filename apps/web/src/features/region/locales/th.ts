import type en from './en.ts';

export default {
  title: 'ภูมิภาค',
  note: 'ภูมิภาคกำหนดผลิตภัณฑ์และวิธีชำระเงินที่ใช้ได้ นอกเหนือจากกฎตามถิ่นที่อยู่และหมายเลขโทรศัพท์ของคุณ',
  suggest: 'แนะนำภูมิภาคของฉัน',
  suggest_title: 'แนะนำภูมิภาค',
  suggest_text: 'Karat ไม่ใช้ GPS เราอ่านเฉพาะการตั้งค่าภูมิภาคของเบราว์เซอร์ และเฉพาะในหน้านี้',
  browser_says: 'เบราว์เซอร์ของคุณตั้งไว้เป็น',
  browser_silent: 'เบราว์เซอร์ไม่ได้ระบุภูมิภาค',
  use: 'ใช้ภูมิภาคนี้',
  choose: 'เลือกเอง',
  saved: 'บันทึกแล้ว',
} satisfies Record<keyof typeof en, string>;
