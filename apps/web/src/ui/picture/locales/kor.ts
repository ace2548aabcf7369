import type en from './en.ts';

export default {
  add: '이미지 선택',
  change: '다른 이미지 선택',
  large: '이미지가 5 MB를 초과합니다',
} satisfies Record<keyof typeof en, string>;
