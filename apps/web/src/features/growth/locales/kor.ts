import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: '수수료 {percent} % 할인',
  no_discount: '기본 수수료',
  volume: '30일 거래량',
  balance: '잔액',
  next: '다음 등급: VIP {level}',
  missing_volume: '거래량 {amount} USDT 추가',
  missing_balance: '또는 잔액 {amount} USDT 추가',
  highest: '최고 등급입니다.',
  expected: '현재 수치라면 {time}부터 VIP {level}입니다.',
  set_at: '등급은 매일 00:00 UTC에 정해집니다. 다음: {time}.',
  rules:
    '거래량은 수수료를 낸 현물·선물 거래, 잔액은 전체 계정 자산에서 대출을 뺀 금액(00:00 UTC USDT 환산)입니다. 둘 중 하나만 충족하면 됩니다.',
  table: '등급과 수수료',
  level: '등급',
  needs: '거래량 / 잔액',
  spot: '현물 메이커 / 테이커',
  contract: '선물',
  outflow: '출금 한도',
  leverage: '최대 레버리지',
  fees_of: '{symbol} 수수료이며 다른 마켓도 같은 할인이 적용됩니다.',
  conversions: '전환에도 할인이 적용됩니다. 옵션은 수수료가 없습니다.',
} satisfies Record<keyof typeof en, string>;
