import type en from './en.ts';

export default {
  badge: '即将推出',
  promise: '真正可用时才会开放。',
  screen_title: '此页面',
  screen_text: '正在建设中。',
  to_market: '查看行情',
  to_assets: '我的资产',
  to_setting: '设置',
} satisfies Record<keyof typeof en, string>;
