import { refuse } from '@karat/contract';
import { lastReceiver } from './attempt-store.ts';
import type { Purpose } from './attempt-store.ts';
import type { ResolvedDeps } from './deps.ts';
import { possibleNumbers, readEmail, readPhone, readContact } from './contact.ts';
import type { Contact } from './contact.ts';
import { phoneAmong } from './store.ts';

/** The receiver that somebody typed; a number without a dialling code has the default one. Else `receiver_invalid`. */
export const contactOf = (deps: ResolvedDeps, typed: string, areaCode: string | undefined): Contact =>
  readContact(typed, areaCode ?? deps.defaultAreaCode) ?? refuse('receiver_invalid');

/**
 * The receiver to which a code was sent. Forms name the dialling code when they ask for the code and need not repeat it
 * with the code: a national number is then the one that a code was last made for.
 */
export async function contactAwaiting(
  deps: ResolvedDeps,
  typed: string,
  areaCode: string | undefined,
  purpose: Purpose,
): Promise<Contact> {
  const numbers = areaCode === undefined ? possibleNumbers(typed) : [];
  const found = numbers.length === 0 ? undefined : await lastReceiver(deps.ctx.db, numbers, purpose);
  return contactOf(deps, found ?? typed, areaCode);
}

/** The receiver of a login. A national number without its dialling code is that of the one account that has it. */
export async function contactOfLogin(
  deps: ResolvedDeps,
  typed: string,
  areaCode: string | undefined,
): Promise<Contact | undefined> {
  const numbers = areaCode === undefined ? possibleNumbers(typed) : [];
  const found = numbers.length === 0 ? undefined : await phoneAmong(deps.ctx.db, numbers, deps.ctx.demo);
  return readContact(found ?? typed, areaCode ?? deps.defaultAreaCode);
}

/** An e-mail address as typed, else `receiver_invalid`. */
export const emailOf = (typed: string): Contact => readEmail(typed.trim()) ?? refuse('receiver_invalid');

/** A phone number as typed, else `receiver_invalid`. */
export const phoneOf = (deps: ResolvedDeps, typed: string, areaCode: string | undefined): Contact =>
  readPhone(typed.trim(), areaCode ?? deps.defaultAreaCode) ?? refuse('receiver_invalid');

/** The phone number to which a code for binding was sent, also where its dialling code is not repeated. */
export async function phoneAwaiting(
  deps: ResolvedDeps,
  typed: string,
  areaCode: string | undefined,
): Promise<Contact> {
  const found = await contactAwaiting(deps, typed, areaCode, 'bind');
  return found.kind === 'phone' ? found : refuse('receiver_invalid');
}
