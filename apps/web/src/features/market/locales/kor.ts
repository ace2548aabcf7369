import type en from './en.ts';

export default {
  title: '시장',
  favourites: '즐겨찾기',
  coins: '코인',
  stocks: '주식',
  no_favourites: '시장의 별을 누르면 여기에 모입니다.',
  see_coins: '모든 코인 보기',
  login_favourites: '로그인하면 즐겨찾기를 쓸 수 있습니다.',
  name: '이름',
  price: '현재가',
  change: '24시간',
  sort_by: '{column}순 정렬',
  search: '코인과 주식 검색',
  hot: '24시간 인기 검색',
  recent: '최근 본 시장',
  forget_recent: '최근 기록 지우기',
  nothing_hot: '아직 검색 기록이 없습니다.',
  not_found: '“{text}” 시장을 찾을 수 없습니다.',
  stock_hours: '주식은 뉴욕 시간 09:30~16:00에 거래됩니다. 지금 낸 주문은 개장을 기다립니다.',
} satisfies Record<keyof typeof en, string>;
