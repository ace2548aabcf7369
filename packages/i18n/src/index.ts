export { separatorsOf, writeDecimal } from './decimals.ts';
export { DEFAULT_LANG, LANGS, localeOf, toLang } from './langs.ts';
export type { Lang } from './langs.ts';
export { LANGUAGE_NAMES } from './language-names.ts';
export { fill, withoutSlots } from './template.ts';
export type { Catalogue, Template, Values } from './template.ts';
