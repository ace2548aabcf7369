import type en from './en.ts';

export default {
  add: 'เลือกรูปภาพ',
  change: 'เลือกรูปภาพอื่น',
  large: 'รูปภาพใหญ่กว่า 5 MB',
} satisfies Record<keyof typeof en, string>;
