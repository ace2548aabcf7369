import { refuse } from '@karat/contract';
import type { CodePurpose, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { keyedHash, sameBytes } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import { sixDigits } from '@karat/platform/random';
import { networkOf } from '@karat/platform/http';
import { addressKey, countAttempts, personKey, refuseForNow } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import * as store from './attempt-store.ts';
import type { Purpose } from './attempt-store.ts';
import { isLinkedSince, linkedSince } from './contact-store.ts';
import { emailFor, sendToContact } from './emails.ts';
import type { EmailKind } from './emails.ts';
import type { ResolvedDeps } from './deps.ts';
import { readContact } from './contact.ts';
import type { Contact } from './contact.ts';
import { contactOf, contactOfLogin } from './resolve.ts';
import { credentialOf, userById } from './store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WHAT = 'code';
/** Codes that a session asked for. */
const OWN = 'own-code';

const hashOf = (deps: ResolvedDeps, receiver: string, purpose: Purpose, code: string): Buffer =>
  keyedHash(deps.secret, receiver, purpose, code);

/** Letters that carry no code: the kept hash then fits none. */
const WITHOUT_CODE: ReadonlySet<EmailKind | undefined> = new Set([undefined, 'already', 'bound', 'recent']);

/** What is sent: the code, word that an account is there already or that the contact is too new to recover it, or nothing. */
function letterKind(purpose: Purpose, hasAccount: boolean, isRecent: boolean): EmailKind | undefined {
  switch (purpose) {
    case 'register':
      return hasAccount ? 'already' : 'register';
    case 'forget':
    case 'unfreeze':
      if (!hasAccount) return undefined;
      return isRecent ? 'recent' : purpose;
    case 'login':
      return hasAccount ? 'login' : undefined;
    case 'bind':
      return hasAccount ? 'bound' : 'bind';
    case 'password':
    case 'pay_password':
    case 'receiver':
    case 'security':
      return purpose;
  }
}

const fromNetwork = (address: string): string => `@${networkOf(address)}`;

/**
 * Under which a code is kept. One for a login is bound to the network that asked for it: a stranger elsewhere can neither
 * replace it nor use up its tries.
 */
export const codeKey = (receiver: string, purpose: Purpose, address: string): string =>
  purpose === 'login' ? `${receiver}${fromNetwork(address)}` : receiver;

/** What a request for a code counts against. */
function codeAttempts(
  { limits }: ResolvedDeps,
  { receiver, from, address }: CodeRequest,
): readonly Attempt[] {
  const byAddress = { key: addressKey(WHAT, address), allowance: limits.codeFromAddress };
  if (from === 'session')
    return [{ key: personKey(OWN, receiver.value), allowance: limits.codeToReceiver }, byAddress];
  const asked = personKey(WHAT, receiver.value);
  return [
    { key: `${asked}${fromNetwork(address)}`, allowance: limits.codeToReceiver },
    { key: asked, allowance: limits.codesOfVisitors },
    byAddress,
  ];
}

interface CodeRequest {
  readonly receiver: Contact;
  /** Visitors are counted apart from sessions, so that no stranger keeps an owner's own codes back. */
  readonly from: 'visitor' | 'session';
  readonly purpose: Purpose;
  readonly lang: Lang;
  readonly address: string;
}

/**
 * Makes a code and sends it. The same rows are written and the same time is taken whether or not an account exists; only
 * what the letter says differs, and where no code is due the kept hash fits none. Refuses with `too_many_attempts`.
 */
async function send(deps: ResolvedDeps, request: CodeRequest): Promise<void> {
  const { ctx, limits } = deps;
  const { receiver, purpose } = request;
  const wait = await ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    const waitMs = await countAttempts(tx, codeAttempts(deps, request), now);
    if (waitMs > 0) return waitMs;
    const account = await credentialOf(tx, receiver, ctx.demo);
    const isRecent = await isLinkedSince(tx, receiver.value, now - limits.contactWaitMs);
    const kind = letterKind(purpose, account !== undefined, isRecent);
    const code = sixDigits(ctx.random);
    const key = codeKey(receiver.value, purpose, request.address);
    const right = hashOf(deps, key, purpose, code);
    const none = Buffer.from(ctx.random.bytes(right.length));
    const hash = WITHOUT_CODE.has(kind) ? none : right;
    await store.replaceCode(tx, { receiver: key, purpose, hash, now, lifeMs: limits.codeLifeMs });
    await sendLetter(deps, tx, request, kind, { code, antiPhishing: account?.antiPhishing ?? '' });
    return 0;
  });
  if (wait > 0) refuseForNow(wait);
}

async function sendLetter(
  deps: ResolvedDeps,
  tx: Tx,
  request: CodeRequest,
  kind: EmailKind | undefined,
  { code, antiPhishing }: { readonly code: string; readonly antiPhishing: string },
): Promise<void> {
  const { codeLifeMs, contactWaitMs } = deps.limits;
  const facts = {
    site: deps.siteName,
    code,
    minutes: codeLifeMs / MINUTE_MS,
    hours: contactWaitMs / HOUR_MS,
  };
  await sendToContact(deps, tx, request.receiver, request.lang, {
    letter: emailFor(kind ?? 'forget', request.lang, facts),
    antiPhishing,
    expiresAt: deps.ctx.clock.now() + codeLifeMs,
    deliver: kind !== undefined,
  });
}

/** `sms_mail`: a code for a visitor: to open an account, for a forgotten password, a frozen account, or a login. Answers the same whether or not there is one. */
export async function sendCode(
  deps: ResolvedDeps,
  input: {
    readonly user_string: string;
    readonly area_code?: string | undefined;
    readonly type: 'register' | 'forget' | 'unfreeze' | 'login';
  },
  asking: { readonly lang: Lang; readonly address: string },
): Promise<void> {
  const { user_string, area_code, type } = input;
  const named = type === 'login' ? await contactOfLogin(deps, user_string, area_code) : undefined;
  const receiver = named ?? contactOf(deps, user_string, area_code);
  await send(deps, { receiver, purpose: type, from: 'visitor', ...asking });
}

/** Contacts of an account that may prove its owner, the e-mail first. Refuses `contact_recent` when all of them are too new. */
async function settledContacts(
  deps: ResolvedDeps,
  userId: UserId,
  via?: 'email' | 'phone',
): Promise<string[]> {
  const { ctx, limits } = deps;
  const user = await userById(ctx.db, userId);
  const kinds = via === undefined ? (['email', 'phone'] as const) : [via];
  const contacts = kinds.map((kind) => user?.[kind]).filter((one) => typeof one === 'string');
  const recent = await linkedSince(ctx.db, userId, ctx.clock.now() - limits.contactWaitMs);
  const settled = contacts.filter((contact) => !recent.some((change) => change.contact === contact));
  if (settled.length === 0 && contacts.length > 0)
    refuse('contact_recent', { hours: limits.contactWaitMs / HOUR_MS });
  return settled;
}

/** The contact of an account to which a code goes: the one asked for, else its e-mail, else its phone; never one that is too new. */
async function boundReceiver(deps: ResolvedDeps, userId: UserId, via?: 'email' | 'phone'): Promise<Contact> {
  const [contact] = await settledContacts(deps, userId, via);
  return (contact === undefined ? undefined : readContact(contact, '')) ?? refuse('receiver_invalid');
}

/** The contact of an account to which a code of that purpose was made last; never one that is too new. */
export async function ownReceiverAwaiting(
  deps: ResolvedDeps,
  userId: UserId,
  purpose: Purpose,
): Promise<Contact> {
  const contacts = await settledContacts(deps, userId);
  const last = await store.lastReceiver(deps.ctx.db, contacts, purpose);
  return readContact(last ?? contacts[0] ?? '', '') ?? refuse('receiver_invalid');
}

/** A code to a bound receiver, for a step of the account's owner. */
export const sendOwnCode = async (
  deps: ResolvedDeps,
  userId: UserId,
  input: { readonly purpose?: CodePurpose | undefined; readonly via?: 'email' | 'phone' | undefined },
  asking: { readonly lang: Lang; readonly address: string },
): Promise<void> =>
  send(deps, {
    receiver: await boundReceiver(deps, userId, input.via),
    purpose: input.purpose ?? 'password',
    from: 'session',
    ...asking,
  });

/** A code to a receiver that is to be bound; where it is taken its owner is told instead. */
export const sendBindingCode = (
  deps: ResolvedDeps,
  receiver: Contact,
  asking: { readonly lang: Lang; readonly address: string },
): Promise<void> => send(deps, { receiver, purpose: 'bind', from: 'session', ...asking });

export type CodeVerdict = 'right' | 'code_wrong' | 'code_expired';

/** Compares a code under its row's lock. A wrong one counts as a try; a right one is used up if `use` is set. */
export async function judgeCode(
  deps: ResolvedDeps,
  tx: Tx,
  receiver: string,
  purpose: Purpose,
  code: string,
  use: boolean,
): Promise<CodeVerdict> {
  const kept = await store.lockCode(tx, receiver, purpose);
  if (!kept) return 'code_wrong';
  if (kept.expiresMs <= deps.ctx.clock.now() || kept.tries >= deps.limits.codeTries) return 'code_expired';
  if (!sameBytes(kept.codeHash, hashOf(deps, receiver, purpose, code))) {
    await store.countTry(tx, receiver, purpose);
    return 'code_wrong';
  }
  if (use) await store.dropCode(tx, receiver, purpose);
  return 'right';
}

/** Checks a code and leaves it usable. Refuses with `code_wrong` (which counts) or `code_expired`. */
export async function checkCode(
  deps: ResolvedDeps,
  receiver: string,
  purpose: Purpose,
  code: string,
): Promise<void> {
  const verdict = await deps.ctx.db.transact((tx) => judgeCode(deps, tx, receiver, purpose, code, false));
  if (verdict !== 'right') refuse(verdict);
}

/**
 * Uses a code up in the transaction of what it allows. It was checked before, so that being wrong now means that another
 * request was first; the refusal undoes the transaction.
 */
export async function useCode(
  deps: ResolvedDeps,
  tx: Tx,
  receiver: string,
  purpose: Purpose,
  code: string,
): Promise<void> {
  const verdict = await judgeCode(deps, tx, receiver, purpose, code, true);
  if (verdict !== 'right') refuse(verdict === 'code_wrong' ? 'code_expired' : verdict);
}

/** What was sent has served its purpose: it no longer counts against receiver and address. */
export async function forgiveCode(tx: Tx, receiver: string, address: string): Promise<void> {
  const asked = personKey(WHAT, receiver);
  for (const key of [asked, `${asked}${fromNetwork(address)}`, personKey(OWN, receiver)])
    await store.clearTries(tx, key);
  await store.takeBackTry(tx, addressKey(WHAT, address));
}
