import type { Lang } from '@karat/i18n';
import { create } from 'zustand';
import { readLanguage } from './language.ts';
import { storage } from './storage.ts';

/** The fiat currency of totals; `rate` is units per US dollar. */
export interface Fiat {
  readonly currency_code: string;
  readonly rate: string;
  /** When the rate was fetched, unix ms; 0 for the built-in dollar. */
  readonly saveTime: number;
}

export type ThemeChoice = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly language: Lang;
  readonly fiat: Fiat;
  readonly fiats: readonly Fiat[];
  readonly theme: ThemeChoice;
  /** Red rises and green falls, as is usual in East Asia. */
  readonly redUp: boolean;
  /** Dialling code offered at login and registration. */
  readonly area: string;
  /** Chosen region of a visitor, ISO 3166-1 alpha-2. */
  readonly region: string | null;
}

const DOLLAR: Fiat = { currency_code: 'USD', rate: '1', saveTime: 0 };

const isFiat = (value: unknown): value is Fiat =>
  typeof value === 'object' &&
  value !== null &&
  'currency_code' in value &&
  typeof value.currency_code === 'string' &&
  'rate' in value &&
  typeof value.rate === 'string' &&
  'saveTime' in value &&
  typeof value.saveTime === 'number';

/** Returns the preferences as the browser has stored them. */
export function readPreferences(): Preferences {
  const fiat = storage.read('fiat');
  const fiats = storage.read('fiats');
  const theme = storage.read('theme');
  const area = storage.read('area');
  const region = storage.read('region');
  return {
    language: readLanguage(),
    fiat: isFiat(fiat) ? fiat : DOLLAR,
    fiats: Array.isArray(fiats) ? fiats.filter(isFiat) : [],
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    redUp: storage.read('red_up') === true,
    area: typeof area === 'string' ? area : '86',
    region: typeof region === 'string' && /^[A-Z]{2}$/.test(region) ? region : null,
  };
}

export const usePreferences = create<Preferences>(readPreferences);

const KEYS: Readonly<Record<keyof Preferences, string>> = {
  language: 'language',
  fiat: 'fiat',
  fiats: 'fiats',
  theme: 'theme',
  redUp: 'red_up',
  area: 'area',
  region: 'region',
};

const keys = new Set(Object.values(KEYS));

/** Is true if a preference is stored under the key. */
export const isPreferenceKey = (key: string): boolean => keys.has(key);

/**
 * Changes some preferences and stores them. Languages go through `changeLanguage` of text.ts, which loads their texts
 * first.
 */
export function prefer(changes: Partial<Preferences>): void {
  for (const key of Object.keys(changes) as (keyof Preferences)[]) storage.write(KEYS[key], changes[key]);
  usePreferences.setState(changes);
}
