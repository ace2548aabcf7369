import type { Lang } from './langs.ts';

/** The languages by their own names. */
export const LANGUAGE_NAMES: Readonly<Record<Lang, string>> = {
  en: 'English',
  zh: '简体中文',
  hk: '繁體中文',
  jp: '日本語',
  kor: '한국어',
  th: 'ไทย',
  vn: 'Tiếng Việt',
  fra: 'Français',
  spa: 'Español',
};
