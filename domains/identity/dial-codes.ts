import { localeOf } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';

export interface DialCode {
  /** ISO 3166-1 alpha-2. */
  readonly id: string;
  readonly name: string;
  /** Dialling code without plus. */
  readonly area_code: string;
}

const known = new Map<Lang, readonly DialCode[]>();

/** Returns countries and territories with their dialling codes, named and sorted in a language. */
export function dialCodesIn(lang: Lang): readonly DialCode[] {
  const before = known.get(lang);
  if (before) return before;
  const locale = localeOf(lang);
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(locale);
  const areas = getCountries()
    .map((id) => ({ id, name: names.of(id) ?? id, area_code: getCountryCallingCode(id) }))
    .sort((a, b) => compare(a.name, b.name));
  known.set(lang, areas);
  return areas;
}

/** Is true for the code of a country or territory that can be chosen. */
export const isCountry = (code: string): boolean => isSupportedCountry(code);
