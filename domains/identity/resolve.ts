import { refuse } from '@karat/contract';
import { newestCodeContact } from './attempt-store.ts';
import type { Purpose } from './attempt-store.ts';
import type { ResolvedDeps } from './deps.ts';
import { possibleNumbers, readEmail, readPhone, readContact } from './contact.ts';
import type { Contact } from './contact.ts';
import { phoneAmong } from './store.ts';

/** Parses a typed contact; a number without a dialling code gets the default one. Refuses `receiver_invalid`. */
export const contactOf = (deps: ResolvedDeps, typed: string, areaCode: string | undefined): Contact =>
  readContact(typed, areaCode ?? deps.defaultAreaCode) ?? refuse('receiver_invalid');

/**
 * Returns the contact that a code was sent to. Forms send the dialling code with the code request and may omit it with
 * the code: a national number then is the one of the newest code.
 */
export async function contactAwaiting(
  deps: ResolvedDeps,
  typed: string,
  areaCode: string | undefined,
  purpose: Purpose,
): Promise<Contact> {
  const numbers = areaCode === undefined ? possibleNumbers(typed) : [];
  const found = numbers.length === 0 ? undefined : await newestCodeContact(deps.ctx.db, numbers, purpose);
  return contactOf(deps, found ?? typed, areaCode);
}

/** Returns the contact of a login. A national number without dialling code is that of the only account that has it. */
export async function contactOfLogin(
  deps: ResolvedDeps,
  typed: string,
  areaCode: string | undefined,
): Promise<Contact | undefined> {
  const numbers = areaCode === undefined ? possibleNumbers(typed) : [];
  const found = numbers.length === 0 ? undefined : await phoneAmong(deps.ctx.db, numbers, deps.ctx.demo);
  return readContact(found ?? typed, areaCode ?? deps.defaultAreaCode);
}

/** Parses an email address. Refuses `receiver_invalid`. */
export const emailOf = (typed: string): Contact => readEmail(typed.trim()) ?? refuse('receiver_invalid');

/** Parses a phone number. Refuses `receiver_invalid`. */
export const phoneOf = (deps: ResolvedDeps, typed: string, areaCode: string | undefined): Contact =>
  readPhone(typed.trim(), areaCode ?? deps.defaultAreaCode) ?? refuse('receiver_invalid');

/** Returns the phone number that a link code was sent to, also if its dialling code is not repeated. */
export async function phoneAwaiting(
  deps: ResolvedDeps,
  typed: string,
  areaCode: string | undefined,
): Promise<Contact> {
  const found = await contactAwaiting(deps, typed, areaCode, 'bind');
  return found.kind === 'phone' ? found : refuse('receiver_invalid');
}
