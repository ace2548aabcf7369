import type en from './en.ts';

export default {
  enter_amount: 'Nhập số tiền',
  not_enough: 'Số dư không đủ',
  too_precise: 'Tối đa {decimals} chữ số thập phân',
  below_min: 'Tối thiểu {amount}',
  above_max: 'Tối đa {amount}',
} satisfies Record<keyof typeof en, string>;
