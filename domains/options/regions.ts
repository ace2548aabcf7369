import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Queries } from '@karat/platform/db';
import type { OptionsDeps } from './deps.ts';
import { readRegions } from './terms-store.ts';
import type { Person } from './types.ts';

/** Whether options are offered in the user's region, by the declared residence and by the country of the phone number. */
export async function regionAllowed(
  deps: Pick<OptionsDeps, 'phoneOf'>,
  queries: Queries,
  person: Pick<Person, 'userId' | 'country'>,
): Promise<boolean> {
  const off = new Set(await readRegions(queries));
  if (person.country !== undefined && off.has(person.country)) return false;
  const phone = await deps.phoneOf(queries, person.userId);
  const country = phone === undefined ? undefined : parsePhoneNumberFromString(phone)?.country;
  return country === undefined || !off.has(country);
}
