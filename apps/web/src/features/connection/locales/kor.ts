import type en from './en.ts';

export default {
  title: '연결',
  own: '현재 주소',
  line: '회선 {number}',
  measuring: '측정 중',
  no_answer: '응답 없음',
  note: '값이 작을수록 빠릅니다. 선택은 시세, 주문 등 모든 기능에 바로 적용됩니다.',
  only_one: '사용할 수 있는 회선은 하나입니다. 응답 시간은 연결 속도를 나타냅니다.',
  again: '다시 측정',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
