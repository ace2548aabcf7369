import type en from './en.ts';

export default {
  title: '获取应用',
  lead: '把 Karat 放到主屏幕',
  text: '直接从此页面安装：无需应用商店，始终是最新版本。',
  install: '安装',
  installed: '本设备已安装 Karat',
  by_hand: '手动安装',
  step_menu: '打开分享菜单或浏览器菜单',
  step_add: '选择“添加到主屏幕”',
  step_open: '从图标打开 Karat',
  gain_fast: '即点即开，全屏显示',
  gain_offline: '没有网络时显示最近的数据',
} satisfies Record<keyof typeof en, string>;
