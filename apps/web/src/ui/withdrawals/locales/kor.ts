import type en from './en.ts';

export default {
  requested: '요청됨',
  approved: '승인됨',
  signing: '서명 중',
  signed: '서명됨',
  broadcast: '전송됨',
  exported: '은행 처리 중',
  confirmed: '완료',
  rejected: '거절됨',
  failed: '실패',
  cancelled: '취소됨',
} satisfies Record<keyof typeof en, string>;
