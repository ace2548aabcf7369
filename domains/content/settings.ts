import type { PUBLIC_SETTINGS } from '@karat/contract';
import type { Lang } from '@karat/i18n';

/** Public settings of the site. */
export interface SiteSettings {
  readonly name: string;
  readonly version: string;
  readonly uiVersion: string;
  readonly demo: boolean;
  readonly simulatedPrices: boolean;
  /** Language of callers who name none. */
  readonly defaultLang: Lang;
  /** Further origins under which the app may reach this service. */
  readonly lines: readonly string[];
  /** Returns the hosts of other sites that the app may offer to open. */
  webHosts(): Promise<readonly string[]>;
}

const DEFAULT_AREA_CODE = '86';
const DEFAULT_FIAT = 'USD';

/** Returns the value of a public setting. */
export function settingValue(settings: SiteSettings, key: (typeof PUBLIC_SETTINGS)[number]): string {
  switch (key) {
    case 'version':
      return settings.version;
    case 'ui_version':
      return settings.uiVersion;
    case 'demo':
      return settings.demo ? '1' : '0';
    case 'default_lang':
      return settings.defaultLang;
    case 'default_area_code':
      return DEFAULT_AREA_CODE;
    case 'fiat_default':
      return DEFAULT_FIAT;
    case 'simulated_prices':
      return settings.simulatedPrices ? '1' : '0';
  }
}
