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
import { passkeyStore as store } from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';
import { lockAccount } from './store.ts';

/** Returns the site of the page that asks. Refuses `passkey_origin`. */
const siteOrRefuse = (deps: ResolvedDeps, request: RequestInfo): Site =>
  siteOf(deps.origins, request) ?? refuse('passkey_origin');

/** Creates a challenge, valid once: for a user's session, or for a login (null), where the user is still unknown. */
async function openChallenge(deps: ResolvedDeps, user: UserId | null): Promise<string> {
  const { ctx, limits } = deps;
  const challenge = newChallenge(ctx.random);
  const now = ctx.clock.now();
  await store.insertChallenge(ctx.db, { challenge, owner: user, expires: now + limits.challengeMs }, now);
  return challenge;
}

/** Starts the registration of a passkey, with the owner's proof. */
export async function registrationOptions(
  deps: ResolvedDeps,
  user: UserId,
  proof: OwnerProof,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const { ctx, identity, limits } = deps;
  const site = siteOrRefuse(deps, request);
  const known = await store.passkeysOf(ctx.db, user);
  if (known.length >= limits.passkeys) refuse('passkeys_full', { max: limits.passkeys });
  const owner = await identity.proof.owner(user, 'security', proof, request);
  await ctx.db.transact((tx) => owner.use(tx));
  const [account] = await identity.users(ctx.db, [user]);
  return registerOptions({
    site,
    siteName: deps.siteName,
    challenge: await openChallenge(deps, user),
    timeoutMs: limits.challengeMs,
    user: {
      id: String(user),
      name: account?.email ?? account?.phone ?? String(user),
      displayName: account?.nickname ?? '',
    },
    known,
  });
}

/** Adds a passkey from the authenticator's response. Refuses `passkey_refused` for every fault. */
export async function addPasskey(
  deps: ResolvedDeps,
  user: UserId,
  input: { readonly name: string; readonly credential: string },
  request: RequestInfo,
): Promise<PasskeyRow> {
  const { ctx, limits } = deps;
  const site = siteOrRefuse(deps, request);
  const answer = readRegistration(input.credential) ?? refuse('passkey_refused');
  if (!(await store.takeChallenge(ctx.db, answer.challenge, user, ctx.clock.now())))
    refuse('passkey_refused');
  const made = (await verifyRegistration(answer, site)) ?? refuse('passkey_refused');
  return ctx.db.transact(async (tx) => {
    await lockAccount(tx, user);
    const known = await store.passkeysOf(tx, user);
    if (known.length >= limits.passkeys) refuse('passkeys_full', { max: limits.passkeys });
    const added = await store.insertPasskey(tx, {
      ...made,
      ownerId: user,
      name: input.name,
      createdMs: ctx.clock.now(),
    });
    await recordChange(deps, tx, user, 'passkey');
    await notifyChange(deps, tx, user, 'credentials:passkey_added', { name: input.name });
    return added ?? refuse('passkey_refused');
  });
}

/** Starts a login by passkey; the authenticator names the user. */
export async function loginOptions(
  deps: ResolvedDeps,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const site = siteOrRefuse(deps, request);
  const challenge = await openChallenge(deps, null);
  return signOptions({ site, challenge, timeoutMs: deps.limits.challengeMs });
}

/** Starts a proof of the session's owner by one of the account's passkeys. */
export async function proofOptions(
  deps: ResolvedDeps,
  user: UserId,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const site = siteOrRefuse(deps, request);
  const known = await store.passkeysOf(deps.ctx.db, user);
  const challenge = await openChallenge(deps, user);
  return signOptions({ site, challenge, timeoutMs: deps.limits.challengeMs, known });
}

/** Verifies a signature with the passkey that it names, with its row locked. Refuses `passkey_refused`. */
async function verifyLocked(
  deps: ResolvedDeps,
  tx: Tx,
  answer: SignedAnswer,
  site: Site,
  owner?: UserId,
): Promise<PasskeyRow> {
  const passkey = (await store.lockPasskey(tx, answer.response.id)) ?? refuse('passkey_refused');
  if (owner !== undefined && passkey.ownerId !== owner) refuse('passkey_refused');
  const counter = (await verifySignature(answer, site, passkey)) ?? refuse('passkey_refused');
  await store.savePasskeyUse(tx, passkey.id, counter, deps.ctx.clock.now());
  return passkey;
}

/** Verifies a response after its challenge is consumed. Refuses `passkey_refused`. */
async function takeAnswer(
  deps: ResolvedDeps,
  credential: string,
  user: UserId | null,
): Promise<SignedAnswer> {
  const { ctx } = deps;
  const answer = readAuthentication(credential) ?? refuse('passkey_refused');
  if (!(await store.takeChallenge(ctx.db, answer.challenge, user, ctx.clock.now())))
    refuse('passkey_refused');
  return answer;
}

/** Opens a session with a signed response and returns its token. */
export async function loginByPasskey(
  deps: ResolvedDeps,
  credential: string,
  request: RequestInfo,
): Promise<string> {
  const site = siteOrRefuse(deps, request);
  const answer = await takeAnswer(deps, credential, null);
  return deps.ctx.db.transact(async (tx) => {
    const { ownerId } = await verifyLocked(deps, tx, answer, site);
    return deps.identity.openByPasskey(tx, ownerId, request);
  });
}

/**
 * Verifies that one of a user's passkeys signed a challenge: of their session, or with `visitor` of a login. Refuses
 * `passkey_refused` and `passkey_origin`.
 */
export async function provePasskey(
  deps: ResolvedDeps,
  user: UserId,
  credential: string,
  request: RequestInfo,
  asker: 'owner' | 'visitor',
): Promise<void> {
  const site = siteOrRefuse(deps, request);
  const answer = await takeAnswer(deps, credential, asker === 'owner' ? user : null);
  await deps.ctx.db.transact((tx) => verifyLocked(deps, tx, answer, site, user));
}

export const hasPasskey = async (db: Queries, user: UserId): Promise<boolean> =>
  (await store.passkeysOf(db, user)).length > 0;

export async function renamePasskey(
  deps: ResolvedDeps,
  user: UserId,
  id: number,
  name: string,
): Promise<void> {
  if ((await store.renamePasskey(deps.ctx.db, user, id, name)) === 0) refuse('not_found');
}

/** Removes a passkey, with the owner's proof. */
export async function removePasskey(
  deps: ResolvedDeps,
  user: UserId,
  input: OwnerProof & { readonly id: number },
  request: RequestInfo,
): Promise<void> {
  const owner = await deps.identity.proof.owner(user, 'security', input, request);
  await deps.ctx.db.transact(async (tx) => {
    await owner.use(tx);
    const name = (await store.deletePasskey(tx, user, input.id)) ?? refuse('not_found');
    await recordChange(deps, tx, user, 'passkey');
    await notifyChange(deps, tx, user, 'credentials:passkey_removed', { name });
  });
}

/** Removes all passkeys of a user in the transaction of the decision. Refuses `no_change` if there are none. */
export async function dropPasskeys(deps: ResolvedDeps, tx: Tx, user: UserId): Promise<void> {
  const names = await store.deletePasskeys(tx, user);
  if (names.length === 0) refuse('no_change');
  await recordChange(deps, tx, user, 'passkey');
  await notifyChange(deps, tx, user, 'credentials:passkey_removed', { name: names.join(', ') });
}
