import type { Lang } from '@karat/i18n';

/** Languages by their own names. */
export const LANGUAGE_NAMES: Record<Lang, string> = {
  en: 'English',
  hk: '繁體中文',
  th: 'ไทย',
  jp: '日本語',
  kor: '한국어',
  fra: 'Français',
  spa: 'Español',
  vn: 'Tiếng Việt',
  zh: '简体中文',
};
