import { Refusal } from '@karat/contract';
import type { CodePurpose } from '@karat/contract';
import { createIdentity } from '@karat/domains/identity';
import type { Identity } from '@karat/domains/identity';
import type { Notification } from '@karat/domains/messages';
import { rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createPasswords, keyRing } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import { createFiles } from '@karat/platform/files';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { createMail } from '@karat/platform/mail';
import { seededRandom } from '@karat/platform/random';
import { createSms } from '@karat/platform/sms';
import { messagesInto } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { createCredentials } from '../index.ts';
import type { Credentials } from '../index.ts';

export const PASSWORD = 'otter-piano-7';
export const PAY = '274951';
export const PHONE = '+85251234567';
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Identity and credentials on a test database, with a clock to drive. */
export interface CredentialsHarness {
  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly identity: Identity;
  readonly credentials: Credentials;
  readonly notices: Notification[];
  /** Opens an account by email. */
  open(email: string): Promise<Caller>;
  /** Calls a handler as a user; throws refusals. */
  call(path: string, input: object, caller?: Caller, request?: Partial<RequestInfo>): Promise<unknown>;
  /** Returns the code of a refusal, or `ok`. */
  outcome(work: Promise<unknown>): Promise<string>;
  /** Returns the six digits of the newest message to a contact. */
  codeFor(to: string): Promise<string>;
  login(email: string, totp?: string): Promise<string>;
  /** Sets the pay password as an owner does. */
  setPay(email: string, caller: Caller): Promise<void>;
  /** The owner's proof: the login password and a code sent to a contact. */
  proofOf(
    email: string,
    caller: Caller,
    purpose?: CodePurpose,
  ): Promise<{ readonly password: string; readonly old_code: string }>;
  /** Links a first phone number with the owner's proof by e-mail. */
  linkPhone(email: string, caller: Caller, mobile?: string): Promise<void>;
  /** Sets up an authenticator with the owner's proof. Returns its secret and the backup codes. */
  setTotp(caller: Caller): Promise<{ secret: string; codes: string[] }>;
  /** Returns the current code of an authenticator. */
  totp(secret: string, aheadMs?: number): string;
}

export const requestOf = (change: Partial<RequestInfo> = {}): RequestInfo => ({
  id: 'r',
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
  idempotencyKey: undefined,
  origin: 'https://karat.example',
  ...change,
});

/** Composes both domains like the server. */
function composeDomains(db: Database, directory: string) {
  const clock = virtualClock();
  const bus = createBus((error) => {
    throw error;
  });
  const random = seededRandom('credentials desk');
  const ctx: Context = { db, clock, random, bus, log: silentLog, demo: true };
  const notices: Notification[] = [];
  const messages = messagesInto(notices);
  const passwords = createPasswords(cheap);
  const keys = keyRing(Buffer.alloc(32, 9));
  const identity: Identity = createIdentity({
    ctx,
    passwords,
    keys,
    messages,
    files: createFiles(ctx, { directory }),
    mail: createMail(ctx, {}),
    sms: createSms(ctx, {}),
    appUrl: 'https://karat.example',
    secondStep: {
      isSet: (q, user) => credentials.secondStep.isSet(q, user),
      take: (tx, user, code) => credentials.secondStep.take(tx, user, code),
      prove: (user, code) => credentials.secondStep.prove(user, code),
      hasPasskey: (q, user) => credentials.secondStep.hasPasskey(q, user),
      provePasskey: (...args) => credentials.secondStep.provePasskey(...args),
    },
    creditScoreOf: () => Promise.resolve(73),
    feeDiscount: () => rate('0.04'),
    onPasswordReset: (tx, user) => credentials.endApiKeys(tx, user, 'password'),
  });
  const credentials = createCredentials({ ctx, identity, messages, passwords, keys });

  return { clock, ctx, notices, identity, credentials };
}

/** Actions of an owner to protect the account. */
function ownerSteps({
  db,
  identity,
  call,
  codeFor,
  totp,
}: Pick<CredentialsHarness, 'identity' | 'call' | 'codeFor' | 'totp'> & { readonly db: Database }): Pick<
  CredentialsHarness,
  'proofOf' | 'linkPhone' | 'setPay' | 'setTotp'
> {
  const proofOf: CredentialsHarness['proofOf'] = async (email, caller, purpose = 'security') => {
    await call('safe/send_code', { purpose }, caller);
    return { password: PASSWORD, old_code: await codeFor(email) };
  };
  return {
    proofOf,
    async linkPhone(email, caller, mobile = PHONE) {
      await call('sms_send', { mobile }, caller);
      const code = await codeFor(mobile);
      await call('safe/mobile', { mobile, code, ...(await proofOf(email, caller, 'receiver')) }, caller);
    },
    async setPay(email, caller) {
      await call('safe/send_code', { purpose: 'pay_password' }, caller);
      const code = await codeFor(email);
      const form = { pay_password: PAY, re_pay_password: PAY, password: PASSWORD, code };
      await call('safe/pay_password', form, caller);
    },
    async setTotp(caller) {
      const [account] = await identity.users(db, [caller.userId]);
      const proof = await proofOf(account?.email ?? '', caller);
      const { secret } = (await call('safe/totp/setup', proof, caller)) as { secret: string };
      const { backup_codes: codes } = (await call('safe/totp/confirm', { code: totp(secret) }, caller)) as {
        backup_codes: string[];
      };
      return { secret, codes };
    },
  };
}

export function openCredentials(db: Database, directory: string): CredentialsHarness {
  const { clock, ctx, notices, identity, credentials } = composeDomains(db, directory);
  const call: CredentialsHarness['call'] = async (path, input, caller, request) => {
    const handlers: Readonly<Record<string, unknown>> = { ...identity.handlers, ...credentials.handlers };
    const handler = handlers[path] as (args: unknown) => unknown;
    return handler({
      input,
      caller,
      lang: 'en',
      request: requestOf(request),
      tx: undefined,
      file: undefined,
    });
  };
  const codeFor: CredentialsHarness['codeFor'] = async (to) => {
    const { rows } = await listOutbox(db, { page: 1, limit: 1_000 });
    return /\d{6}/.exec(rows.find((row) => row.receiver === to)?.body ?? '')?.[0] ?? 'none';
  };
  const totp: CredentialsHarness['totp'] = (base32, aheadMs = 0) =>
    new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: clock.now() + aheadMs });
  return {
    ctx,
    clock,
    identity,
    credentials,
    notices,
    call,
    codeFor,
    totp,
    async open(email) {
      await call('sms_mail', { user_string: email, type: 'register' });
      const form = { user_string: email, code: await codeFor(email), type: 'email' };
      const token = await call('user/register', { ...form, password: PASSWORD, re_password: PASSWORD });
      const caller = await identity.authenticate(String(token));
      if (!caller) throw new Error('no session');
      return caller;
    },
    async outcome(work) {
      try {
        await work;
        return 'ok';
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
    },
    login: async (email, code) =>
      String(await call('user/login', { user_string: email, password: PASSWORD, totp: code })),
    ...ownerSteps({ db, identity, call, codeFor, totp }),
  };
}

/** Starts a test without accounts. */
export const clearTables = (db: Database): Promise<number> =>
  db.run(sql`truncate identity_users, identity_sessions, identity_codes, identity_attempts, identity_logins,
    platform_dev_outbox, credentials_accounts, credentials_backup_codes, credentials_passkeys,
    credentials_challenges, credentials_api_keys cascade`);
