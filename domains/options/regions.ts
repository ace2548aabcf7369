import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Queries } from '@karat/platform/db';
import type { OptionsDeps } from './deps.ts';
import { readRegions } from './terms-store.ts';
import type { Person } from './types.ts';

/**
 * Is true if options are offered in each region of the user: declared residence, country of the phone number, and the
 * chosen one, which therefore only restricts.
 */
export async function regionAllowed(
  deps: Pick<OptionsDeps, 'homeOf'>,
  queries: Queries,
  person: Pick<Person, 'userId' | 'country'>,
): Promise<boolean> {
  const off = new Set(await readRegions(queries));
  const { phone, region } = await deps.homeOf(queries, person.userId);
  const ofPhone = phone === null ? undefined : parsePhoneNumberFromString(phone)?.country;
  return ![person.country, ofPhone, region ?? undefined].some((code) => code !== undefined && off.has(code));
}
