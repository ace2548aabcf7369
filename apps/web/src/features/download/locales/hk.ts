import type en from './en.ts';

export default {
  title: '取得應用程式',
  lead: '把 Karat 放到主畫面',
  text: '直接從此頁面安裝：無需應用商店，永遠是最新版本。',
  install: '安裝',
  installed: '此裝置已安裝 Karat',
  by_hand: '手動安裝',
  step_menu: '開啟分享選單或瀏覽器選單',
  step_add: '選擇「加入主畫面」',
  step_open: '從圖示開啟 Karat',
  gain_fast: '即按即開，全螢幕顯示',
  gain_offline: '沒有網絡時顯示最近的數據',
} satisfies Record<keyof typeof en, string>;
