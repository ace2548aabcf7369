import { refuse } from '@karat/contract';
import { lastReceiver } from './attempt-store.ts';
import type { Purpose } from './attempt-store.ts';
import type { Parts } from './parts.ts';
import { possibleNumbers, readEmail, readPhone, readReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { phoneAmong } from './store.ts';

/** The receiver that somebody typed; a number without a dialling code has the default one. Else `receiver_invalid`. */
export const receiverOf = (parts: Parts, typed: string, areaCode: string | undefined): Receiver =>
  readReceiver(typed, areaCode ?? parts.defaultAreaCode) ?? refuse('receiver_invalid');

/**
 * The receiver to which a code was sent. Forms name the dialling code when they ask for the code and need not repeat it
 * with the code: a national number is then the one that a code was last made for.
 */
export async function receiverAwaiting(
  parts: Parts,
  typed: string,
  areaCode: string | undefined,
  purpose: Purpose,
): Promise<Receiver> {
  const numbers = areaCode === undefined ? possibleNumbers(typed) : [];
  const found = numbers.length === 0 ? undefined : await lastReceiver(parts.ctx.db, numbers, purpose);
  return receiverOf(parts, found ?? typed, areaCode);
}

/** The receiver of a login. A national number without its dialling code is that of the one account that has it. */
export async function receiverOfLogin(
  parts: Parts,
  typed: string,
  areaCode: string | undefined,
): Promise<Receiver | undefined> {
  const numbers = areaCode === undefined ? possibleNumbers(typed) : [];
  const found = numbers.length === 0 ? undefined : await phoneAmong(parts.ctx.db, numbers, parts.ctx.demo);
  return readReceiver(found ?? typed, areaCode ?? parts.defaultAreaCode);
}

/** An e-mail address as typed, else `receiver_invalid`. */
export const emailOf = (typed: string): Receiver => readEmail(typed.trim()) ?? refuse('receiver_invalid');

/** A phone number as typed, else `receiver_invalid`. */
export const phoneOf = (parts: Parts, typed: string, areaCode: string | undefined): Receiver =>
  readPhone(typed.trim(), areaCode ?? parts.defaultAreaCode) ?? refuse('receiver_invalid');

/** The phone number to which a code for binding was sent, also where its dialling code is not repeated. */
export async function phoneAwaiting(
  parts: Parts,
  typed: string,
  areaCode: string | undefined,
): Promise<Receiver> {
  const found = await receiverAwaiting(parts, typed, areaCode, 'bind');
  return found.kind === 'phone' ? found : refuse('receiver_invalid');
}
