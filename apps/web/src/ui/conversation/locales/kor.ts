import type en from './en.ts';

export default {
  write: '메시지 입력',
  send: '보내기',
  older: '이전 메시지',
  new_messages: '새 메시지 {count}개',
  sending: '보내는 중',
  not_sent: '전송 실패',
  discard: '삭제',
} satisfies Record<keyof typeof en, string>;
