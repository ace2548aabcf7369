import type en from './en.ts';

export default {
  enter_amount: '请输入金额',
  not_enough: '余额不足',
  too_precise: '最多 {decimals} 位小数',
  below_min: '最低 {amount}',
  above_max: '最高 {amount}',
} satisfies Record<keyof typeof en, string>;
