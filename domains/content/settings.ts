import type { PUBLIC_SETTINGS } from '@karat/contract';

/** Public settings of the site. */
export interface SiteSettings {
  readonly name: string;
  readonly version: string;
  readonly uiVersion: string;
  readonly demo: boolean;
  readonly simulatedPrices: boolean;
}

/** Default of register and verification codes. */
export const DEFAULT_LANG = 'zh';
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
      return DEFAULT_LANG;
    case 'default_area_code':
      return DEFAULT_AREA_CODE;
    case 'fiat_default':
      return DEFAULT_FIAT;
    case 'simulated_prices':
      return settings.simulatedPrices ? '1' : '0';
  }
}
