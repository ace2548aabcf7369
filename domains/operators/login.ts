import { createHash } from 'node:crypto';
import { operatorId, refuse, sessionId } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { SessionTokens } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { Secret, TOTP } from 'otpauth';
import type { Passwords } from './operators.ts';
import { isAlive, lockMs } from './rules.ts';
import * as store from './store.ts';
import type { OperatorRow } from './store.ts';

const STEP_MS = 30_000;
/** Codes of one step before and after are taken, for clocks that differ. */
const WINDOW = 1;
/** Last seen is written at most this often. */
const TOUCH_MS = 60_000;

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest();

/** What logins of operators need. */
export interface LoginDeps {
  readonly ctx: Context;
  readonly passwords: Passwords;
  readonly tokens: SessionTokens;
}

/** The time step of a right code that was not used before, else undefined. */
function takenStep(operator: OperatorRow, code: string, now: number): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(operator.totp_secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(now / STEP_MS) + delta;
  return step > operator.totp_step ? step : undefined;
}

const isLocked = (operator: OperatorRow, now: number): boolean =>
  operator.locked_ms !== null && operator.locked_ms > now;

async function fail(tx: Tx, operator: OperatorRow, now: number): Promise<void> {
  const failures = operator.failures + 1;
  const lock = lockMs(failures);
  await store.noteFailure(tx, operator.id, failures, lock === 0 ? null : now + lock);
}

/**
 * Opens a session with password and one-time code and answers its token. Refuses `operator_login_failed` whatever was
 * wrong, and `too_many_attempts` while the account is locked.
 */
export async function login(
  { ctx, passwords, tokens }: LoginDeps,
  input: { login: string; password: string; totp: string },
): Promise<string> {
  const now = ctx.clock.now();
  const outcome = await ctx.db.transact(async (tx) => {
    const operator = await store.operatorForLogin(tx, input.login.toLowerCase());
    if (!operator) {
      await passwords.pretend(input.password);
      return 'operator_login_failed' as const;
    }
    if (isLocked(operator, now)) return 'too_many_attempts' as const;
    const right = await passwords.verify(operator.password_hash, input.password);
    const step = takenStep(operator, input.totp, now);
    if (!right || step === undefined) {
      await fail(tx, operator, now);
      return 'operator_login_failed' as const;
    }
    await store.noteSuccess(tx, operator.id, step);
    const token = tokens.issue();
    await store.insertSession(tx, operator.id, hashOf(token), now);
    await append(tx, {
      actor: operator.login,
      action: 'login',
      subject: operator.login,
      detail: {},
      at: now,
    });
    return { token };
  });
  return typeof outcome === 'string' ? refuse(outcome) : outcome.token;
}

/** The operator whose session a token opens, if it is alive. A token that this server did not issue is not looked up. */
export async function authenticate(
  { ctx, tokens }: Pick<LoginDeps, 'ctx' | 'tokens'>,
  token: string,
): Promise<OperatorCaller | undefined> {
  if (!tokens.isIssued(token)) return undefined;
  const now = ctx.clock.now();
  const session = await store.sessionByToken(ctx.db, hashOf(token));
  if (!session || !isAlive(session, now)) return undefined;
  if (now - session.seen_ms > TOUCH_MS) await store.touchSession(ctx.db, session.id, now);
  return {
    operatorId: operatorId(session.operator_id),
    login: session.login,
    role: session.role,
    sessionId: sessionId(session.id),
  };
}

/**
 * Takes a fresh one-time code for a weighty step. Wrong codes count like failed logins, so the caller commits the
 * transaction also when this answers a refusal.
 */
export const confirm = (
  ctx: Context,
  tx: Tx,
  caller: OperatorCaller,
  code: string,
): Promise<'ok' | 'totp_wrong' | 'too_many_attempts'> =>
  proven(ctx, tx, caller, code, 'totp_wrong', async () => true);

/**
 * Signs an operator in again before what two people decide is done: the own password and a fresh one-time code. It does
 * not say which was wrong; failures count as at a login, so the caller commits also when this answers a refusal.
 */
export const signInAgain = (
  ctx: Context,
  passwords: Passwords,
  tx: Tx,
  caller: OperatorCaller,
  { password, totp }: { password: string; totp: string },
): Promise<'ok' | 'operator_login_failed' | 'too_many_attempts'> =>
  proven(ctx, tx, caller, totp, 'operator_login_failed', (hash) => passwords.verify(hash, password));

async function proven<Failed extends string>(
  ctx: Context,
  tx: Tx,
  caller: OperatorCaller,
  code: string,
  failed: Failed,
  knows: (hash: string) => Promise<boolean>,
): Promise<'ok' | Failed | 'too_many_attempts'> {
  const now = ctx.clock.now();
  const operator = await store.operatorForUpdate(tx, caller.operatorId);
  if (!operator || isLocked(operator, now)) return 'too_many_attempts';
  const right = await knows(operator.password_hash);
  const step = takenStep(operator, code, now);
  if (!right || step === undefined) {
    await fail(tx, operator, now);
    return failed;
  }
  await store.noteSuccess(tx, operator.id, step);
  return 'ok';
}
