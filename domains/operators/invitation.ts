import { refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import { sameBytes, sha256 } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { Random } from '@karat/platform/random';
import { DAY_MS } from '@karat/rules';
import { codeStep } from './login.ts';
import type { Passwords } from './operators.ts';
import { newSecret, secretUri } from './staff.ts';
import * as store from './store.ts';
import * as staffStore from './staff-store.ts';
import type { InvitationRow } from './staff-store.ts';

/** From the approval to the end of a setup. */
export const SETUP_MS = 3 * DAY_MS;
/** 120 random bits, 20 characters. */
const HALF_BYTES = 15;

export const newHalf = (random: Random): string =>
  Buffer.from(random.bytes(HALF_BYTES)).toString('base64url');

/** Stored form of a half: it is random, so a plain hash cannot be reversed. */
export const halfHash = (half: string): Buffer => sha256(half);

/** Both halves of a setup code, as they were typed. */
interface Setup {
  readonly login: string;
  readonly first: string;
  readonly second: string;
}

/** Returns the approver's half of a setup code, once. Refuses `not_found` for everyone else. */
export const takeHalf = (ctx: Context, caller: OperatorCaller, operator: number): Promise<{ half: string }> =>
  ctx.db.transact(async (tx) => {
    const half = newHalf(ctx.random);
    const now = ctx.clock.now();
    const taken = await staffStore.takeSecond(tx, {
      operator,
      approver: caller.operatorId,
      hash: halfHash(half),
      now,
    });
    if (taken !== 1) refuse('not_found');
    const { login } = await store.operatorById(tx, operator);
    await append(tx, { actor: caller.login, action: 'take setup code', subject: login, detail: {}, at: now });
    return { half };
  });

/** Refuses `operator_setup_invalid` for every fault: an unknown login, a wrong half, one that was not taken, a late one. */
async function openSetup(tx: Tx, { login, first, second }: Setup, now: number): Promise<InvitationRow> {
  const found = await staffStore.lockInvitation(tx, login, now);
  // Both are compared, so that the time does not reveal which one is right.
  const isFirst = sameBytes(halfHash(first), found?.first_hash ?? Buffer.alloc(0));
  const isSecond = sameBytes(halfHash(second), found?.second_hash ?? Buffer.alloc(0));
  if (found === undefined || !isFirst || !isSecond) return refuse('operator_setup_invalid');
  return found;
}

/** Returns the authenticator's secret of a setup; the same one again until the setup ends. */
export const beginSetup = (ctx: Context, setup: Setup): Promise<{ secret: string; uri: string }> =>
  ctx.db.transact(async (tx) => {
    const found = await openSetup(tx, setup, ctx.clock.now());
    const secret = found.totp_secret ?? newSecret(ctx.random);
    if (found.totp_secret === null) await staffStore.keepSecret(tx, found.operator_id, secret);
    return { secret, uri: secretUri(found.login, secret) };
  });

/** Stores password and authenticator, after a code of it, and ends the setup. */
export async function finishSetup(
  ctx: Context,
  passwords: Passwords,
  { password, totp, ...setup }: Setup & { readonly password: string; readonly totp: string },
): Promise<'ok'> {
  // Hashed only for the right code: hashing is costly.
  await ctx.db.transact((tx) => openSetup(tx, setup, ctx.clock.now()));
  const passwordHash = await passwords.hash(password);
  return ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    const { operator_id: id, login, totp_secret: totpSecret } = await openSetup(tx, setup, now);
    const step = totpSecret === null ? undefined : codeStep(totpSecret, totp, now);
    if (totpSecret === null || step === undefined) return refuse('totp_wrong');
    await store.renewOperator(tx, id, { passwordHash, totpSecret });
    await store.noteStep(tx, id, step);
    await staffStore.endInvitation(tx, id);
    await append(tx, { actor: login, action: 'set up login', subject: login, detail: {}, at: now });
    return 'ok' as const;
  });
}
