/** The nine languages on the wire, odd spellings included. */
export const LANGS = ['en', 'hk', 'th', 'jp', 'kor', 'fra', 'spa', 'vn', 'zh'] as const;
export type Lang = (typeof LANGS)[number];

/** Fallback for an unknown language. */
export const DEFAULT_LANG: Lang = 'en';

const LOCALES: Record<Lang, string> = {
  en: 'en',
  hk: 'zh-HK',
  th: 'th',
  jp: 'ja',
  kor: 'ko',
  fra: 'fr',
  spa: 'es',
  vn: 'vi',
  zh: 'zh-CN',
};

const known = new Set<string>(LANGS);
const isLang = (value: unknown): value is Lang => typeof value === 'string' && known.has(value);

/** Returns the named language, or English. */
export const toLang = (value: unknown): Lang => (isLang(value) ? value : DEFAULT_LANG);

/** BCP 47 tag for Intl and the `lang` attribute. */
export const localeOf = (lang: Lang): string => LOCALES[lang];
