import type { OperatorRole } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { Secret, TOTP } from 'otpauth';
import type { Passwords } from './operators.ts';
import { passkeyStore } from './passkey-store.ts';
import * as store from './store.ts';

/** Login secrets of an operator. Displayed once; the database has a hash of the password. */
export interface NewLogin {
  readonly password: string;
  /** Base32. */
  readonly totpSecret: string;
  /** `otpauth://`, for an authenticator app. */
  readonly uri: string;
}

export type StaffRow = Readonly<{ login: string; name: string; role: OperatorRole; disabled: boolean }>;

const PASSWORD_BYTES = 15;
const SECRET_BYTES = 20;
/** Actor of commands on the machine itself. */
const ACTOR = 'system';

/** Returns a new secret for an authenticator, base32. */
export const newSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;

/** Returns a secret as authenticator apps read it, `otpauth://`. */
export const secretUri = (login: string, secret: string): string =>
  new TOTP({ issuer: 'Karat console', label: login, secret: Secret.fromBase32(secret) }).toString();

function newLogin(random: Random, login: string): NewLogin {
  const password = Buffer.from(random.bytes(PASSWORD_BYTES)).toString('base64url');
  const totpSecret = newSecret(random);
  return { password, totpSecret, uri: secretUri(login, totpSecret) };
}

const note = (tx: Tx, action: string, login: string, at: number, detail: Record<string, unknown> = {}) =>
  append(tx, { actor: ACTOR, action, subject: login, detail, at });

/** Returns all operators, former ones included, by login. */
export const staff = (ctx: Context): Promise<readonly StaffRow[]> => store.listOperators(ctx.db);

/** Creates an operator with a role; undefined if the login is taken, by a former operator too. */
export async function addOperator(
  ctx: Context,
  passwords: Passwords,
  user: Pick<StaffRow, 'login' | 'name' | 'role'>,
): Promise<NewLogin | undefined> {
  const { login, role } = user;
  const made = newLogin(ctx.random, login);
  const passwordHash = await passwords.hash(made.password);
  const at = ctx.clock.now();
  return ctx.db.transact(async (tx) => {
    const added = await store.insertOperator(tx, {
      ...user,
      passwordHash,
      totpSecret: made.totpSecret,
      at,
    });
    if (added === 0) return undefined;
    await note(tx, 'operator add', login, at, { role });
    return made;
  });
}

/**
 * Renews password and secret of an operator; removes all passkeys and ends all sessions. Undefined if no active
 * operator has the login.
 */
export async function renewOperator(
  ctx: Context,
  passwords: Passwords,
  login: string,
): Promise<NewLogin | undefined> {
  const made = newLogin(ctx.random, login);
  const passwordHash = await passwords.hash(made.password);
  const at = ctx.clock.now();
  return ctx.db.transact(async (tx) => {
    const operator = await store.operatorForLogin(tx, login);
    if (!operator) return undefined;
    await store.renewOperator(tx, operator.id, { passwordHash, totpSecret: made.totpSecret });
    await passkeyStore.deletePasskeys(tx, operator.id);
    await store.endSessionsOf(tx, operator.id, at);
    await store.dropDevices(tx, operator.id);
    await note(tx, 'operator renew', login, at);
    return made;
  });
}

/**
 * Removes an operator and ends their sessions; false if no active operator has the login. The audit log keeps their
 * name.
 */
export async function dismissOperator(ctx: Context, login: string): Promise<boolean> {
  const at = ctx.clock.now();
  return ctx.db.transact(async (tx) => {
    const operator = await store.operatorForLogin(tx, login);
    if (!operator) return false;
    await store.disableOperator(tx, operator.id);
    await store.endSessionsOf(tx, operator.id, at);
    await store.dropDevices(tx, operator.id);
    await note(tx, 'operator disable', login, at);
    return true;
  });
}

/** Returns the active operators of some roles, by login. */
export const operatorsOfRoles = async (
  db: Queries,
  roles: readonly OperatorRole[],
): Promise<{ readonly login: string; readonly name: string }[]> =>
  (await store.listOperators(db))
    .filter(({ disabled, role }) => !disabled && roles.includes(role))
    .map(({ login, name }) => ({ login, name }));
