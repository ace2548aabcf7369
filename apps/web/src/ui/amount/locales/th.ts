import type en from './en.ts';

export default {
  enter_amount: 'กรอกจำนวน',
  not_enough: 'ยอดเงินไม่พอ',
  too_precise: 'ทศนิยมไม่เกิน {decimals} ตำแหน่ง',
  below_min: 'ขั้นต่ำ {amount}',
  above_max: 'ไม่เกิน {amount}',
} satisfies Record<keyof typeof en, string>;
