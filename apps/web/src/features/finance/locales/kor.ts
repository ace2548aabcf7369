import type en from './en.ts';

export default {
  title: '금융',
  lead: '직접 계산해 볼 수 있는 조건',
  lead_text: '이율, 날짜, 위약금을 확인 전에 모두 보여 드립니다.',
  recurring_title: '정기 구매',
  recurring_text: '정해진 금액으로 코인이나 주식을 매일, 매주, 매월 매수.',
  dual_title: '듀얼 투자',
  dual_text: '고정 이율, 두 통화 중 하나로 지급.',
  ieo_title: '청약',
  ieo_text: '새 토큰과 부동산 펀드를 발행가로.',
  loans_title: '대출',
  loans_text: '보유 자산을 담보로, 명확한 조건으로 빌립니다.',
  convert: '지금 코인 교환하기',
} satisfies Record<keyof typeof en, string>;
