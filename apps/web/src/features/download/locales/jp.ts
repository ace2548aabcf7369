import type en from './en.ts';

export default {
  title: 'アプリを入手',
  lead: 'Karat をホーム画面に',
  text: 'このページからインストールできます。アプリストアは不要で、いつも最新版です。',
  install: 'インストール',
  installed: 'この端末に Karat はインストール済みです',
  by_hand: '手動でインストール',
  step_menu: '共有メニューまたはブラウザのメニューを開く',
  step_add: '「ホーム画面に追加」を選ぶ',
  step_open: 'アイコンから Karat を開く',
  gain_fast: 'すぐに全画面で開きます',
  gain_offline: 'ネットワークがなくても直近の数値を表示',
} satisfies Record<keyof typeof en, string>;
