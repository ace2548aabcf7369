import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { RequestInfo } from '@karat/platform/http';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { noteChange, tell } from './change.ts';
import type { Parts } from './parts.ts';
import * as store from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';
import { isTransport, readAuthentication, readRegistration } from './webauthn.ts';

const CHALLENGE_BYTES = 32;

/** The origin that signatures must name, and the domain to which passkeys are bound. Refuses `passkey_origin`. */
function siteOf(parts: Parts, request: RequestInfo): { readonly origin: string; readonly domain: string } {
  const { origin } = request;
  const known = origin !== undefined && (parts.origins === 'own' || parts.origins.includes(origin));
  return known ? { origin, domain: new URL(origin).hostname } : refuse('passkey_origin');
}

async function newChallenge(parts: Parts, user: UserId | null): Promise<Uint8Array<ArrayBuffer>> {
  const { ctx, limits } = parts;
  const bytes = Uint8Array.from(ctx.random.bytes(CHALLENGE_BYTES));
  const now = ctx.clock.now();
  await store.dropOldChallenges(ctx.db, now);
  await store.insertChallenge(
    ctx.db,
    Buffer.from(bytes).toString('base64url'),
    user,
    now + limits.challengeMs,
  );
  return bytes;
}

/** Begins to add a passkey, with the login password. */
export async function registrationOptions(
  parts: Parts,
  user: UserId,
  password: string,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const { domain } = siteOf(parts, request);
  await parts.identity.proof.password(user, password);
  const known = await store.passkeysOf(parts.ctx.db, user);
  if (known.length >= parts.limits.passkeys) refuse('passkeys_full', { max: parts.limits.passkeys });
  const [account] = await parts.identity.users(parts.ctx.db, [user]);
  const options = await generateRegistrationOptions({
    rpName: parts.siteName,
    rpID: domain,
    userID: Uint8Array.from(Buffer.from(String(user))),
    userName: account?.email ?? account?.phone ?? String(user),
    userDisplayName: account?.nickname ?? '',
    challenge: await newChallenge(parts, user),
    timeout: parts.limits.challengeMs,
    excludeCredentials: known.map((one) => ({ id: one.credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Adds a passkey with what the authenticator answered. Refuses `passkey_refused` whatever is wrong with it. */
export async function addPasskey(
  parts: Parts,
  user: UserId,
  input: { readonly name: string; readonly credential: string },
  request: RequestInfo,
): Promise<PasskeyRow> {
  const { ctx, limits } = parts;
  const { origin, domain } = siteOf(parts, request);
  const { response, challenge } = readRegistration(input.credential) ?? refuse('passkey_refused');
  if (!(await store.takeChallenge(ctx.db, challenge, user, ctx.clock.now()))) refuse('passkey_refused');
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
  }).catch(() => undefined);
  const info = verified?.verified ? verified.registrationInfo : refuse('passkey_refused');
  return ctx.db.transact(async (tx) => {
    const known = await store.passkeysOf(tx, user);
    if (known.length >= limits.passkeys) refuse('passkeys_full', { max: limits.passkeys });
    const added = await store.insertPasskey(tx, {
      userId: user,
      credentialId: info.credential.id,
      publicKey: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      transports: (info.credential.transports ?? []).filter(isTransport),
      synced: info.credentialBackedUp,
      name: input.name,
      createdMs: ctx.clock.now(),
    });
    await noteChange(parts, tx, user, 'passkey');
    await tell(parts, tx, user, 'credentials:passkey_added', { name: input.name });
    return added ?? refuse('passkey_refused');
  });
}

/** Begins a login by passkey: the authenticator says whose it is. */
export async function loginOptions(parts: Parts, request: RequestInfo): Promise<Record<string, unknown>> {
  const { domain } = siteOf(parts, request);
  const options = await generateAuthenticationOptions({
    rpID: domain,
    challenge: await newChallenge(parts, null),
    timeout: parts.limits.challengeMs,
    userVerification: 'required',
  });
  return { ...options };
}

/** Opens a session with what the authenticator signed, and answers its token. */
export async function loginByPasskey(
  parts: Parts,
  credential: string,
  request: RequestInfo,
): Promise<string> {
  const { ctx } = parts;
  const { origin, domain } = siteOf(parts, request);
  const { response, challenge } = readAuthentication(credential) ?? refuse('passkey_refused');
  if (!(await store.takeChallenge(ctx.db, challenge, null, ctx.clock.now()))) refuse('passkey_refused');
  return ctx.db.transact(async (tx) => {
    const passkey = (await store.lockPasskey(tx, response.id)) ?? refuse('passkey_refused');
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports.filter(isTransport),
      },
    }).catch(() => undefined);
    if (!verified?.verified) return refuse('passkey_refused');
    await store.notePasskeyUse(tx, passkey.id, verified.authenticationInfo.newCounter, ctx.clock.now());
    return parts.identity.openByPasskey(tx, passkey.userId, request);
  });
}

export async function renamePasskey(parts: Parts, user: UserId, id: number, name: string): Promise<void> {
  if ((await store.renamePasskey(parts.ctx.db, user, id, name)) === 0) refuse('not_found');
}

/** Removes a passkey, with the login password. */
export async function removePasskey(parts: Parts, user: UserId, id: number, password: string): Promise<void> {
  await parts.identity.proof.password(user, password);
  await parts.ctx.db.transact(async (tx) => {
    const name = (await store.deletePasskey(tx, user, id)) ?? refuse('not_found');
    await noteChange(parts, tx, user, 'passkey');
    await tell(parts, tx, user, 'credentials:passkey_removed', { name });
  });
}
