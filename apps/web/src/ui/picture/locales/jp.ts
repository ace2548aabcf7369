import type en from './en.ts';

export default {
  add: '画像を選択',
  change: '別の画像を選択',
  large: '画像が 5 MB を超えています',
} satisfies Record<keyof typeof en, string>;
