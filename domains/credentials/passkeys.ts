import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { OwnerProof } from '@karat/domains/identity';
import type { Queries, Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import {
  newChallenge,
  readAuthentication,
  readRegistration,
  registerOptions,
  signOptions,
  siteOf,
  verifyRegistration,
  verifySignature,
} from '@karat/platform/webauthn';
import type { SignedAnswer, Site } from '@karat/platform/webauthn';
import { recordChange, notifyChange } from './change.ts';
import type { ResolvedDeps } from './deps.ts';
import * as store from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';

/** The site of the page that asks. Refuses `passkey_origin`. */
const siteOrRefuse = (parts: ResolvedDeps, request: RequestInfo): Site =>
  siteOf(parts.origins, request) ?? refuse('passkey_origin');

/** A challenge to sign, good once: for the session of a user, or for a login (null), where nobody is known yet. */
async function openChallenge(parts: ResolvedDeps, user: UserId | null): Promise<string> {
  const { ctx, limits } = parts;
  const challenge = newChallenge(ctx.random);
  const now = ctx.clock.now();
  await store.dropOldChallenges(ctx.db, now);
  await store.insertChallenge(ctx.db, challenge, user, now + limits.challengeMs);
  return challenge;
}

/** Begins to add a passkey, with the owner's proof. */
export async function registrationOptions(
  parts: ResolvedDeps,
  user: UserId,
  proof: OwnerProof,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const { ctx, identity, limits } = parts;
  const site = siteOrRefuse(parts, request);
  const known = await store.passkeysOf(ctx.db, user);
  if (known.length >= limits.passkeys) refuse('passkeys_full', { max: limits.passkeys });
  const owner = await identity.proof.owner(user, 'security', proof, request);
  await ctx.db.transact((tx) => owner.use(tx));
  const [account] = await identity.users(ctx.db, [user]);
  return registerOptions({
    site,
    siteName: parts.siteName,
    challenge: await openChallenge(parts, user),
    timeoutMs: limits.challengeMs,
    user: {
      id: String(user),
      name: account?.email ?? account?.phone ?? String(user),
      displayName: account?.nickname ?? '',
    },
    known,
  });
}

/** Adds a passkey with what the authenticator answered. Refuses `passkey_refused` whatever is wrong with it. */
export async function addPasskey(
  parts: ResolvedDeps,
  user: UserId,
  input: { readonly name: string; readonly credential: string },
  request: RequestInfo,
): Promise<PasskeyRow> {
  const { ctx, limits } = parts;
  const site = siteOrRefuse(parts, request);
  const answer = readRegistration(input.credential) ?? refuse('passkey_refused');
  if (!(await store.takeChallenge(ctx.db, answer.challenge, user, ctx.clock.now())))
    refuse('passkey_refused');
  const made = (await verifyRegistration(answer, site)) ?? refuse('passkey_refused');
  return ctx.db.transact(async (tx) => {
    const known = await store.passkeysOf(tx, user);
    if (known.length >= limits.passkeys) refuse('passkeys_full', { max: limits.passkeys });
    const added = await store.insertPasskey(tx, {
      ...made,
      userId: user,
      name: input.name,
      createdMs: ctx.clock.now(),
    });
    await recordChange(parts, tx, user, 'passkey');
    await notifyChange(parts, tx, user, 'credentials:passkey_added', { name: input.name });
    return added ?? refuse('passkey_refused');
  });
}

/** Begins a login by passkey: the authenticator says whose it is. */
export async function loginOptions(
  parts: ResolvedDeps,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const site = siteOrRefuse(parts, request);
  const challenge = await openChallenge(parts, null);
  return signOptions({ site, challenge, timeoutMs: parts.limits.challengeMs });
}

/** Begins to prove the owner of a session by one of the account's passkeys. */
export async function proofOptions(
  parts: ResolvedDeps,
  user: UserId,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const site = siteOrRefuse(parts, request);
  const known = await store.passkeysOf(parts.ctx.db, user);
  const challenge = await openChallenge(parts, user);
  return signOptions({ site, challenge, timeoutMs: parts.limits.challengeMs, known });
}

/** Verifies a signature with the passkey that it names, under its lock. Refuses `passkey_refused`. */
async function verifyLocked(
  parts: ResolvedDeps,
  tx: Tx,
  answer: SignedAnswer,
  site: Site,
  owner?: UserId,
): Promise<PasskeyRow> {
  const passkey = (await store.lockPasskey(tx, answer.response.id)) ?? refuse('passkey_refused');
  if (owner !== undefined && passkey.userId !== owner) refuse('passkey_refused');
  const counter = (await verifySignature(answer, site, passkey)) ?? refuse('passkey_refused');
  await store.notePasskeyUse(tx, passkey.id, counter, parts.ctx.clock.now());
  return passkey;
}

/** What an authenticator signed, once its challenge is used up. Refuses `passkey_refused`. */
async function takeAnswer(
  parts: ResolvedDeps,
  credential: string,
  user: UserId | null,
): Promise<SignedAnswer> {
  const { ctx } = parts;
  const answer = readAuthentication(credential) ?? refuse('passkey_refused');
  if (!(await store.takeChallenge(ctx.db, answer.challenge, user, ctx.clock.now())))
    refuse('passkey_refused');
  return answer;
}

/** Opens a session with what the authenticator signed, and answers its token. */
export async function loginByPasskey(
  parts: ResolvedDeps,
  credential: string,
  request: RequestInfo,
): Promise<string> {
  const site = siteOrRefuse(parts, request);
  const answer = await takeAnswer(parts, credential, null);
  return parts.ctx.db.transact(async (tx) => {
    const { userId } = await verifyLocked(parts, tx, answer, site);
    return parts.identity.openByPasskey(tx, userId, request);
  });
}

/**
 * Verifies that one of a user's passkeys signed a challenge: of their session, or with `visitor` of a login. Refuses
 * `passkey_refused` and `passkey_origin`.
 */
export async function provePasskey(
  parts: ResolvedDeps,
  user: UserId,
  credential: string,
  request: RequestInfo,
  asker: 'owner' | 'visitor',
): Promise<void> {
  const site = siteOrRefuse(parts, request);
  const answer = await takeAnswer(parts, credential, asker === 'owner' ? user : null);
  await parts.ctx.db.transact((tx) => verifyLocked(parts, tx, answer, site, user));
}

export const hasPasskey = async (db: Queries, user: UserId): Promise<boolean> =>
  (await store.passkeysOf(db, user)).length > 0;

export async function renamePasskey(
  parts: ResolvedDeps,
  user: UserId,
  id: number,
  name: string,
): Promise<void> {
  if ((await store.renamePasskey(parts.ctx.db, user, id, name)) === 0) refuse('not_found');
}

/** Removes a passkey, with the owner's proof. */
export async function removePasskey(
  parts: ResolvedDeps,
  user: UserId,
  input: OwnerProof & { readonly id: number },
  request: RequestInfo,
): Promise<void> {
  const owner = await parts.identity.proof.owner(user, 'security', input, request);
  await parts.ctx.db.transact(async (tx) => {
    await owner.use(tx);
    const name = (await store.deletePasskey(tx, user, input.id)) ?? refuse('not_found');
    await recordChange(parts, tx, user, 'passkey');
    await notifyChange(parts, tx, user, 'credentials:passkey_removed', { name });
  });
}

/** Removes all passkeys of a user in the transaction of what decided it. Refuses `no_change` where there is none. */
export async function dropPasskeys(parts: ResolvedDeps, tx: Tx, user: UserId): Promise<void> {
  const names = await store.deletePasskeys(tx, user);
  if (names.length === 0) refuse('no_change');
  await recordChange(parts, tx, user, 'passkey');
  await notifyChange(parts, tx, user, 'credentials:passkey_removed', { name: names.join(', ') });
}
