import type en from './en.ts';

export default {
  enter_amount: '金額を入力してください',
  not_enough: '残高が不足しています',
  too_precise: '小数点以下は {decimals} 桁まで',
  below_min: '最低 {amount}',
  above_max: '最大 {amount}',
} satisfies Record<keyof typeof en, string>;
