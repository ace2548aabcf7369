import type en from './en.ts';

export default {
  add: 'Choisir une image',
  change: 'Choisir une autre image',
  large: 'L’image dépasse 5 Mo',
} satisfies Record<keyof typeof en, string>;
