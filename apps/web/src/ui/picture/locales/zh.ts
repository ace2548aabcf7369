import type en from './en.ts';

export default {
  add: '选择图片',
  change: '选择另一张图片',
  large: '图片超过 5 MB',
} satisfies Record<keyof typeof en, string>;
