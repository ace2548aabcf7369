import type en from './en.ts';

export default {
  badge: '준비 중',
  promise: '실제로 작동할 때 공개합니다.',
  screen_title: '이 화면',
  screen_text: '지금 만들고 있습니다.',
  to_market: '마켓 보기',
  to_assets: '내 자산',
  to_setting: '설정',
} satisfies Record<keyof typeof en, string>;
