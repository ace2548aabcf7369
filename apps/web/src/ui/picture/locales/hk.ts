import type en from './en.ts';

export default {
  add: '選擇圖片',
  change: '選擇另一張圖片',
  large: '圖片超過 5 MB',
} satisfies Record<keyof typeof en, string>;
