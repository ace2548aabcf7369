import type en from './en.ts';

export default {
  title: '連線',
  own: '此網址',
  line: '線路 {number}',
  measuring: '測量中',
  no_answer: '沒有回應',
  note: '數值越小越快。選擇會立即用於行情、下單及其他所有功能。',
  only_one: '目前只有一條線路。回應時間顯示你的連線速度。',
  again: '重新測量',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
