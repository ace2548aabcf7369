import { api } from './api.ts';
import { prefer, usePreferences } from './preferences.ts';
import { keepUser, useSession } from './session.ts';

/** The chosen region, ISO 3166-1 alpha-2: that of the account, else the one this browser keeps; null if none is chosen. */
export const useRegion = (): string | null => {
  const kept = usePreferences((state) => state.region);
  const user = useSession((state) => state.user);
  return user?.region ?? kept;
};

/** Keeps a region in this browser and with the account. Throws what the call throws, and then changes nothing. */
export async function chooseRegion(region: string): Promise<void> {
  if (useSession.getState().token !== null) keepUser(await api.post('user/preferences', { region }));
  prefer({ region });
}

/** The first region among language tags such as `en-GB`; undefined if none names one. */
export function regionOfBrowser(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    const { region } = new Intl.Locale(tag);
    if (region !== undefined && /^[A-Z]{2}$/.test(region)) return region;
  }
  return undefined;
}

/** Returns the name of a region in a locale. */
export const regionName = (region: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(region) ?? region;
