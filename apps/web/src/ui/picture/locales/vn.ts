import type en from './en.ts';

export default {
  add: 'Chọn ảnh',
  change: 'Chọn ảnh khác',
  large: 'Ảnh lớn hơn 5 MB',
} satisfies Record<keyof typeof en, string>;
