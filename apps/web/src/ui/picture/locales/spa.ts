import type en from './en.ts';

export default {
  add: 'Elegir una imagen',
  change: 'Elegir otra imagen',
  large: 'La imagen supera los 5 MB',
} satisfies Record<keyof typeof en, string>;
