import { refuse } from '@karat/contract';
import type { CodePurpose, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { isOneOf, keyedHashes } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import { sixDigits } from '@karat/platform/random';
import { networkOf } from '@karat/platform/http';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
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

const WHAT = 'code';
/** Purposes of codes that a session requests. */
const OWN = 'own-code';

/** Hashes of a code under every accepted key, that of the current one first. */
const hashesOf = (
  { keys }: ResolvedDeps,
  target: string,
  purpose: Purpose,
  code: string,
): readonly [Buffer, ...Buffer[]] => keyedHashes(keys, target, purpose, code);

/** Emails without a code: the stored hash matches no code. */
const WITHOUT_CODE: ReadonlySet<EmailKind | undefined> = new Set([undefined, 'already', 'bound', 'recent']);

/**
 * Content of the message: the code, a notice that an account exists already or that the contact is too new for
 * recovery, or nothing.
 */
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
    case 'support':
      return purpose;
  }
}

const fromNetwork = (address: string): string => `@${networkOf(address)}`;

/**
 * Key under which a code is stored. A login code is bound to the network of its request, so that a stranger elsewhere
 * can neither replace it nor use up its attempts.
 */
export const codeKey = (target: string, purpose: Purpose, address: string): string =>
  purpose === 'login' ? `${target}${fromNetwork(address)}` : target;

/** Limits that count a code request. */
function codeAttempts({ limits }: ResolvedDeps, { contact, from, address }: CodeRequest): readonly Attempt[] {
  const byAddress = { key: addressKey(WHAT, address), allowance: limits.codeFromAddress };
  if (from === 'session')
    return [{ key: personKey(OWN, contact.value), allowance: limits.codeToContact }, byAddress];
  const visitorKey = personKey(WHAT, contact.value);
  return [
    { key: `${visitorKey}${fromNetwork(address)}`, allowance: limits.codeToContact },
    { key: visitorKey, allowance: limits.codesOfVisitors },
    byAddress,
  ];
}

interface CodeRequest {
  readonly contact: Contact;
  /** Visitors and sessions have separate limits, so that a stranger cannot block the owner's codes. */
  readonly from: 'visitor' | 'session';
  readonly purpose: Purpose;
  readonly lang: Lang;
  /** Is false if the language is only the default: that of the account is used where one exists. */
  readonly namesLang?: boolean | undefined;
  readonly address: string;
}

/**
 * Creates and sends a code. Writes the same rows and takes the same time whether or not an account exists; only the
 * text differs. If no code is due, the stored hash matches no code. Refuses `too_many_attempts`.
 */
async function send(deps: ResolvedDeps, request: CodeRequest): Promise<void> {
  const { ctx, limits } = deps;
  const { contact, purpose } = request;
  const wait = await ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    const waitMs = await countAttempts(tx, codeAttempts(deps, request), now);
    if (waitMs > 0) return waitMs;
    const account = await credentialOf(tx, contact, ctx.demo);
    const isRecent = await isLinkedSince(tx, contact.value, now - limits.contactWaitMs);
    const kind = letterKind(purpose, account !== undefined, isRecent);
    const code = sixDigits(ctx.random);
    const key = codeKey(contact.value, purpose, request.address);
    const [right] = hashesOf(deps, key, purpose, code);
    const none = Buffer.from(ctx.random.bytes(right.length));
    const hash = WITHOUT_CODE.has(kind) ? none : right;
    const { mark: hashKey } = deps.keys.current;
    await store.replaceCode(tx, { contact: key, purpose, hash, hashKey, now, lifeMs: limits.codeLifeMs });
    const lang = request.namesLang === false ? (account?.lang ?? request.lang) : request.lang;
    await sendCodeEmail(deps, tx, { ...request, lang }, kind, {
      code,
      antiPhishing: account?.antiPhishing ?? '',
    });
    return 0;
  });
  if (wait > 0) refuseForNow(wait);
}

async function sendCodeEmail(
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
  await sendToContact(deps, tx, request.contact, request.lang, {
    letter: emailFor(kind ?? 'forget', request.lang, facts),
    antiPhishing,
    expiresAt: deps.ctx.clock.now() + codeLifeMs,
    deliver: kind !== undefined,
  });
}

/**
 * `sms_mail` for visitors: registration, forgotten password, frozen account, login. Returns the same whether or not an
 * account exists.
 */
export async function sendCode(
  deps: ResolvedDeps,
  input: {
    readonly user_string: string;
    readonly area_code?: string | undefined;
    readonly type: 'register' | 'forget' | 'unfreeze' | 'login';
  },
  asking: Pick<CodeRequest, 'lang' | 'namesLang' | 'address'>,
): Promise<void> {
  const { user_string, area_code, type } = input;
  const named = type === 'login' ? await contactOfLogin(deps, user_string, area_code) : undefined;
  const contact = named ?? contactOf(deps, user_string, area_code);
  await send(deps, { contact, purpose: type, from: 'visitor', ...asking });
}

/**
 * Returns the contacts of an account that may prove its owner, the email first. Refuses `contact_recent` if all of
 * them are too new.
 */
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

/**
 * Returns the contact of an account that receives a code: the requested one, else the email, else the phone; never one
 * that is too new.
 */
async function linkedContact(deps: ResolvedDeps, userId: UserId, via?: 'email' | 'phone'): Promise<Contact> {
  const [contact] = await settledContacts(deps, userId, via);
  return (contact === undefined ? undefined : readContact(contact, '')) ?? refuse('receiver_invalid');
}

/** Returns the contact of an account that the newest code of the purpose was created for; never one that is too new. */
export async function linkedContactAwaiting(
  deps: ResolvedDeps,
  userId: UserId,
  purpose: Purpose,
): Promise<Contact> {
  const contacts = await settledContacts(deps, userId);
  const last = await store.newestCodeContact(deps.ctx.db, contacts, purpose);
  return readContact(last ?? contacts[0] ?? '', '') ?? refuse('receiver_invalid');
}

/** Sends a code to a linked contact for an action of the account's owner. */
export const sendOwnCode = async (
  deps: ResolvedDeps,
  userId: UserId,
  input: { readonly purpose?: CodePurpose | undefined; readonly via?: 'email' | 'phone' | undefined },
  asking: { readonly lang: Lang; readonly address: string },
): Promise<void> =>
  send(deps, {
    contact: await linkedContact(deps, userId, input.via),
    purpose: input.purpose ?? 'password',
    from: 'session',
    ...asking,
  });

/** Sends a code to a contact that is to be linked. If another account has it, notifies that owner instead. */
export const sendLinkCode = (
  deps: ResolvedDeps,
  contact: Contact,
  asking: { readonly lang: Lang; readonly address: string },
): Promise<void> => send(deps, { contact, purpose: 'bind', from: 'session', ...asking });

/** Sends a visitor a code that proves an email address to customer service, whether or not an account has the address. */
export const sendSupportCode = (
  deps: ResolvedDeps,
  contact: Contact,
  asking: { readonly lang: Lang; readonly address: string },
): Promise<void> => send(deps, { contact, purpose: 'support', from: 'visitor', ...asking });

export type CodeVerdict = 'right' | 'code_wrong' | 'code_expired';

/** Compares a code with its row locked. A wrong code counts as an attempt; a right code is consumed if `use` is set. */
export async function judgeCode(
  deps: ResolvedDeps,
  tx: Tx,
  target: string,
  purpose: Purpose,
  code: string,
  use: boolean,
): Promise<CodeVerdict> {
  const stored = await store.lockCode(tx, target, purpose);
  if (!stored) return 'code_wrong';
  if (stored.expiresMs <= deps.ctx.clock.now() || stored.attempts >= deps.limits.codeAttempts)
    return 'code_expired';
  if (!isOneOf(stored.codeHash, hashesOf(deps, target, purpose, code))) {
    await store.countCodeAttempt(tx, target, purpose);
    return 'code_wrong';
  }
  if (use) await store.deleteCode(tx, target, purpose);
  return 'right';
}

/** Verifies a code without consuming it. Refuses `code_wrong` (which counts) and `code_expired`. */
export async function checkCode(
  deps: ResolvedDeps,
  target: string,
  purpose: Purpose,
  code: string,
): Promise<void> {
  const verdict = await deps.ctx.db.transact((tx) => judgeCode(deps, tx, target, purpose, code, false));
  if (verdict !== 'right') refuse(verdict);
}

/**
 * Consumes a code in the transaction of the action. The code was verified before, so a wrong code means that another
 * request was first; the refusal rolls the transaction back.
 */
export async function useCode(
  deps: ResolvedDeps,
  tx: Tx,
  target: string,
  purpose: Purpose,
  code: string,
): Promise<void> {
  const verdict = await judgeCode(deps, tx, target, purpose, code, true);
  if (verdict !== 'right') refuse(verdict === 'code_wrong' ? 'code_expired' : verdict);
}

/** Resets the limits of contact and address once a code was used. */
export async function resetCodeLimits(tx: Tx, target: string, address: string): Promise<void> {
  const visitorKey = personKey(WHAT, target);
  for (const key of [visitorKey, `${visitorKey}${fromNetwork(address)}`, personKey(OWN, target)])
    await store.resetAttempts(tx, key);
  await store.decrementAttempts(tx, addressKey(WHAT, address));
}
