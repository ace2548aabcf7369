import type en from './en.ts';

export default {
  enter_amount: '請輸入金額',
  not_enough: '餘額不足',
  too_precise: '最多 {decimals} 位小數',
  below_min: '最低 {amount}',
  above_max: '最高 {amount}',
} satisfies Record<keyof typeof en, string>;
