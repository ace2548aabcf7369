import type en from './en.ts';

export default {
  badge: '即將推出',
  promise: '真正可用時才會開放。',
  screen_title: '此畫面',
  screen_text: '正在建設中。',
  to_market: '查看行情',
  to_assets: '我的資產',
  to_setting: '設定',
} satisfies Record<keyof typeof en, string>;
