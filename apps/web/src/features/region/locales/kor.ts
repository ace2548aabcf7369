import type en from './en.ts';

export default {
  title: '지역',
  note: '지역에 따라 이용할 수 있는 상품과 결제 수단이 정해집니다. 거주지와 전화번호에 따른 규칙도 함께 적용됩니다.',
  suggest: '내 지역 추천',
  suggest_title: '지역 추천',
  suggest_text: 'Karat은 GPS를 사용하지 않습니다. 이 화면에서만 브라우저의 지역 설정을 읽습니다.',
  browser_says: '브라우저 설정',
  browser_silent: '브라우저에 지역 정보가 없습니다.',
  use: '이 지역 사용',
  choose: '직접 선택',
  saved: '저장했습니다',
} satisfies Record<keyof typeof en, string>;
