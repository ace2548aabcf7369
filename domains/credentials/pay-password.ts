import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { OwnerProof } from '@karat/domains/identity';
import type { Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { endApiKeys } from './api-keys.ts';
import { recordChange, recordFirst, notifyChange } from './change.ts';
import { confirm } from './confirm.ts';
import type { ResolvedDeps } from './deps.ts';
import { checkPayPassword } from './rules.ts';
import * as store from './store.ts';

interface NewPayPassword {
  readonly pay_password: string;
  readonly re_pay_password: string;
}

/** Refuses a weak pay password, and one that equals the login password (`pay_password_same`). */
async function check(deps: ResolvedDeps, user: UserId, input: NewPayPassword): Promise<void> {
  checkPayPassword(input.pay_password, input.re_pay_password);
  if (await deps.identity.proof.isPassword(user, input.pay_password)) refuse('pay_password_same');
}

/** Sets the first pay password, with the login password and a code of a linked contact. */
export async function setPayPassword(
  deps: ResolvedDeps,
  user: UserId,
  input: NewPayPassword & { readonly password: string; readonly code: string },
  request: RequestInfo,
): Promise<void> {
  const { ctx, identity } = deps;
  if ((await store.accountOf(ctx.db, user))?.payHash) refuse('pay_password_exists');
  checkPayPassword(input.pay_password, input.re_pay_password);
  await identity.proof.password(user, input.password);
  await check(deps, user, input);
  await identity.proof.checkCode(user, 'pay_password', input.code);
  const hash = await deps.passwords.hash(input.pay_password);
  await ctx.db.transact(async (tx) => {
    if ((await store.lockAccount(tx, user)).payHash !== null) refuse('pay_password_exists');
    await identity.proof.useCode(tx, user, 'pay_password', input.code, request);
    await store.setPayHash(tx, user, hash, ctx.clock.now());
    await recordFirst(deps, tx, user, 'pay_password');
    await notifyChange(deps, tx, user, 'credentials:pay_password_set');
  });
}

/** Changes the pay password with the old one, and with a one-time code if there is an authenticator. */
export async function changePayPassword(
  deps: ResolvedDeps,
  user: UserId,
  input: NewPayPassword & { readonly old_pay_password: string; readonly code?: string | undefined },
): Promise<void> {
  await check(deps, user, input);
  const hash = await deps.passwords.hash(input.pay_password);
  await deps.ctx.db.transact(async (tx) => {
    // Locks the row first: a confirmation shares it, and two shared locks cannot both become exclusive.
    await store.lockAccount(tx, user);
    await confirm(deps, tx, user, { payPassword: input.old_pay_password, code: input.code });
    await replace(deps, tx, user, hash);
  });
}

interface PayPasswordReset extends NewPayPassword, Pick<OwnerProof, 'password' | 'totp' | 'credential'> {
  readonly code: string;
}

/**
 * Replaces a forgotten pay password with the login password, a code of a contact, and the second factor if there is
 * one.
 */
export async function resetPayPassword(
  deps: ResolvedDeps,
  user: UserId,
  input: PayPasswordReset,
  request: RequestInfo,
): Promise<void> {
  const { ctx, identity } = deps;
  if (!(await store.accountOf(ctx.db, user))?.payHash) refuse('pay_password_unset');
  if (input.password === undefined) refuse('password_required');
  checkPayPassword(input.pay_password, input.re_pay_password);
  await identity.proof.password(user, input.password);
  await check(deps, user, input);
  await identity.proof.checkCode(user, 'pay_password', input.code);
  await identity.proof.factor(user, input, request);
  const hash = await deps.passwords.hash(input.pay_password);
  await ctx.db.transact(async (tx) => {
    await identity.proof.useCode(tx, user, 'pay_password', input.code, request);
    await replace(deps, tx, user, hash);
    await endApiKeys(deps, tx, user, 'pay_password');
  });
}

async function replace(deps: ResolvedDeps, tx: Tx, user: UserId, hash: string): Promise<void> {
  await store.setPayHash(tx, user, hash, deps.ctx.clock.now());
  await recordChange(deps, tx, user, 'pay_password');
  await notifyChange(deps, tx, user, 'credentials:pay_password_changed');
}
