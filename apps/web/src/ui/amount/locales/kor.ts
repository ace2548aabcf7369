import type en from './en.ts';

export default {
  enter_amount: '금액을 입력하세요',
  not_enough: '잔액이 부족합니다',
  too_precise: '소수점 이하 {decimals}자리까지',
  below_min: '최소 {amount}',
  above_max: '최대 {amount}',
} satisfies Record<keyof typeof en, string>;
