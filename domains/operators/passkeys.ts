import { refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import { lockFor } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import {
  newChallenge,
  readRegistration,
  registerOptions,
  signOptions,
  verifyRegistration,
} from '@karat/platform/webauthn';
import { MINUTE_MS } from '@karat/rules';
import { signInAgain } from './login.ts';
import type { LoginDeps } from './login.ts';
import { passkeyStore as store } from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';
import { siteOrRefuse } from './second-factor.ts';
import type { SecondFactor } from './second-factor.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
const PASSKEYS_MAX = 10;
const SITE = 'Karat console';

/** Password and second factor, to sign in again. */
export interface SignIn extends SecondFactor {
  readonly password: string;
}

/** Creates a challenge, valid once: for the session of an operator, or for a login (null). */
async function openChallenge({ ctx }: LoginDeps, operator: number | null): Promise<string> {
  const challenge = newChallenge(ctx.random);
  const now = ctx.clock.now();
  await store.insertChallenge(ctx.db, { challenge, owner: operator, expires: now + CHALLENGE_MS }, now);
  return challenge;
}

/** Returns the options of a login by passkey; they name no credential, so that they reveal no logins. */
export async function passkeyLoginOptions(
  deps: LoginDeps,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const site = siteOrRefuse(deps.passkeys, request);
  return signOptions({ site, challenge: await openChallenge(deps, null), timeoutMs: CHALLENGE_MS });
}

/** Returns the options to sign with one of the operator's passkeys in place of a one-time code. */
export async function passkeyChallenge(
  deps: LoginDeps,
  caller: OperatorCaller,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const site = siteOrRefuse(deps.passkeys, request);
  const known = await store.passkeysOf(deps.ctx.db, caller.operatorId);
  const challenge = await openChallenge(deps, caller.operatorId);
  return signOptions({ site, challenge, timeoutMs: CHALLENGE_MS, known });
}

/**
 * Starts the registration of a passkey. Requires signing in again. Refuses `operator_login_failed`, `passkeys_full`
 * and `passkey_origin`.
 */
export async function passkeyOptions(
  deps: LoginDeps,
  caller: OperatorCaller,
  proof: SignIn,
  request: RequestInfo,
): Promise<Record<string, unknown>> {
  const { ctx } = deps;
  const site = siteOrRefuse(deps.passkeys, request);
  const known = await store.passkeysOf(ctx.db, caller.operatorId);
  if (known.length >= PASSKEYS_MAX) refuse('passkeys_full', { max: PASSKEYS_MAX });
  const signedIn = await ctx.db.transact((tx) => signInAgain(deps, tx, caller, proof, request));
  if (signedIn !== 'ok') refuse(signedIn);
  return registerOptions({
    site,
    siteName: SITE,
    challenge: await openChallenge(deps, caller.operatorId),
    timeoutMs: CHALLENGE_MS,
    user: { id: `operator ${caller.operatorId}`, name: caller.login, displayName: caller.login },
    known,
  });
}

/** Registers a passkey from the authenticator's response. Refuses `passkey_refused` for every fault. */
export async function registerPasskey(
  { ctx, passkeys }: LoginDeps,
  caller: OperatorCaller,
  input: { readonly name: string; readonly credential: string },
  request: RequestInfo,
): Promise<PasskeyRow> {
  const site = siteOrRefuse(passkeys, request);
  const answer = readRegistration(input.credential) ?? refuse('passkey_refused');
  const now = ctx.clock.now();
  const operator = caller.operatorId;
  if (!(await store.takeChallenge(ctx.db, answer.challenge, operator, now))) refuse('passkey_refused');
  const made = (await verifyRegistration(answer, site)) ?? refuse('passkey_refused');
  return ctx.db.transact(async (tx) => {
    await lockFor(tx, 'passkeys of an operator', operator);
    const known = await store.passkeysOf(tx, operator);
    if (known.length >= PASSKEYS_MAX) refuse('passkeys_full', { max: PASSKEYS_MAX });
    const row = { ...made, ownerId: operator, name: input.name, createdMs: now };
    const added = (await store.insertPasskey(tx, row)) ?? refuse('passkey_refused');
    const detail = { passkey: added.id, name: added.name, address: request.address };
    await append(tx, { actor: caller.login, action: 'passkey add', subject: caller.login, detail, at: now });
    return added;
  });
}

/** Removes a passkey. Requires signing in again. If passkeys are required, the last one stays: `operator_passkey_last`. */
export async function removePasskey(
  deps: LoginDeps,
  caller: OperatorCaller,
  input: SignIn & { readonly id: number },
  request: RequestInfo,
): Promise<void> {
  const { ctx } = deps;
  const outcome = await ctx.db.transact(async (tx) => {
    const signedIn = await signInAgain(deps, tx, caller, input, request);
    if (signedIn !== 'ok') return signedIn;
    const known = await store.passkeysOf(tx, caller.operatorId);
    if (!known.some(({ id }) => id === input.id)) return 'not_found';
    if (deps.passkeys.isRequired && known.length === 1) return 'operator_passkey_last';
    const name = await store.deletePasskey(tx, caller.operatorId, input.id);
    const detail = { passkey: input.id, name: name ?? '', address: request.address };
    const at = ctx.clock.now();
    await append(tx, { actor: caller.login, action: 'passkey remove', subject: caller.login, detail, at });
    return 'ok';
  });
  if (outcome !== 'ok') refuse(outcome);
}
