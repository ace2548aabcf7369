import type en from './en.ts';

export default {
  requested: 'ส่งคำขอแล้ว',
  approved: 'อนุมัติแล้ว',
  signing: 'กำลังลงนาม',
  signed: 'ลงนามแล้ว',
  broadcast: 'กำลังส่ง',
  exported: 'ธนาคารกำลังดำเนินการ',
  confirmed: 'เสร็จสิ้น',
  rejected: 'ถูกปฏิเสธ',
  failed: 'ล้มเหลว',
  cancelled: 'ยกเลิกแล้ว',
} satisfies Record<keyof typeof en, string>;
