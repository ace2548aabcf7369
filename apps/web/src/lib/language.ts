import { LANGS, toLang } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { storage } from './storage.ts';

/** Maps the browser's language to one of the nine: Chinese by script, the others by their first subtag. */
export function languageOfBrowser(tags: readonly string[]): Lang {
  const BY_TAG: Readonly<Record<string, Lang>> = {
    th: 'th',
    ja: 'jp',
    ko: 'kor',
    fr: 'fra',
    es: 'spa',
    vi: 'vn',
    en: 'en',
  };
  for (const tag of tags) {
    const [first = ''] = tag.toLowerCase().split('-');
    if (first === 'zh') return /-(hant|hk|tw|mo)\b/i.test(tag) ? 'hk' : 'zh';
    const lang = BY_TAG[first];
    if (lang) return lang;
  }
  return 'en';
}

/** Returns the chosen language, otherwise that of the browser. */
export function readLanguage(): Lang {
  const kept = storage.read('language');
  if (typeof kept === 'string' && (LANGS as readonly string[]).includes(kept)) return toLang(kept);
  return languageOfBrowser(globalThis.navigator?.languages ?? []);
}
