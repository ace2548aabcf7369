import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Notification } from '@karat/domains/messages';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createPasswords, keyRing } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database, Sql } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import type { DevMessage } from '@karat/platform/delivery';
import { createFiles } from '@karat/platform/files';
import type { Files } from '@karat/platform/files';
import type { Caller, RequestInfo, UploadedFile } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { createMail } from '@karat/platform/mail';
import { seededRandom } from '@karat/platform/random';
import type { Random } from '@karat/platform/random';
import { createSms } from '@karat/platform/sms';
import { messagesInto } from '@karat/testkit';
import { createIdentity } from '../index.ts';
import type { Identity, IdentityDeps } from '../index.ts';

type Calls = Contract['identity'];

export const PASSWORD = 'otter-piano-7';
/** Cheap, since tests hash hundreds of passwords. */
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Identity on a test database, with a clock to drive and the messages that it sends. */
export interface IdentityHarness {
  readonly identity: Identity;
  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly files: Files;
  /** Notices to owners. */
  readonly notices: Notification[];
  /** Calls a handler as a user; throws refusals. */
  call<Path extends keyof Calls>(path: Path, input: Read<Calls[Path]>, as?: CallOptions): Promise<unknown>;
  /** Returns the code of a refusal, or `ok`. */
  outcome<Path extends keyof Calls>(path: Path, input: Read<Calls[Path]>, as?: CallOptions): Promise<string>;
  messages(to: string): Promise<DevMessage[]>;
  /** Returns the six digits of the newest message to a contact. */
  codeFor(to: string): Promise<string>;
  /** Opens an account through code and form, and returns its token. */
  open(email: string, as?: CallOptions): Promise<string>;
  callerOf(token: string): Promise<Caller | undefined>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly caller?: Caller | undefined;
  readonly lang?: Lang;
  readonly address?: string;
  readonly file?: UploadedFile;
  /** The token of a known device. */
  readonly device?: string | undefined;
}

const requestOf = (as: CallOptions): RequestInfo => ({
  namesLang: as.lang !== undefined,
  id: 'r',
  address: as.address ?? '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
  idempotencyKey: undefined,
  device: as.device,
});

export async function openIdentity(
  db: Database,
  options: Partial<IdentityDeps> & { readonly demo?: boolean; readonly random?: Random } = {},
): Promise<IdentityHarness> {
  const { demo = true, random = seededRandom('desk'), ...deps } = options;
  const clock = virtualClock();
  const bus = createBus((error) => {
    throw error;
  });
  const ctx: Context = { db, clock, random, bus, log: silentLog, demo };
  const notices: Notification[] = [];
  const directory = await mkdtemp(join(tmpdir(), 'karat-identity-'));
  const files = createFiles(ctx, { directory });
  const identity = createIdentity({
    ctx,
    files,
    mail: createMail({ ...ctx, demo: true }, {}),
    sms: createSms({ ...ctx, demo: true }, {}),
    passwords: createPasswords(cheap),
    appUrl: 'https://karat.example',
    keys: keyRing(Buffer.alloc(32, 9)),
    messages: messagesInto(notices),
    ...deps,
  });

  const call: IdentityHarness['call'] = async (path, input, as = {}) => {
    const args = {
      input,
      caller: as.caller,
      lang: as.lang ?? 'en',
      request: requestOf(as),
      tx: undefined,
      file: as.file,
    };
    // The contract pairs handler and input; the union of all of them cannot express that.
    return (identity.handlers[path] as (args: unknown) => unknown)(args);
  };
  const messages: IdentityHarness['messages'] = async (to) =>
    (await listOutbox(db, { page: 1, limit: 1_000 })).rows.filter((row) => row.receiver === to.toLowerCase());
  const codeFor: IdentityHarness['codeFor'] = async (to) => {
    const [newest] = await messages(to);
    return /\d{6}/.exec(newest?.body ?? '')?.[0] ?? 'none';
  };
  return {
    identity,
    ctx,
    clock,
    files,
    notices,
    call,
    messages,
    codeFor,
    async outcome(path, input, as) {
      try {
        await call(path, input, as);
        return 'ok';
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
    },
    async open(email, as) {
      await call('sms_mail', codeRequest(email, 'register'), as);
      return String(await call('user/register', form(email, await codeFor(email)), as));
    },
    callerOf: async (token) => identity.authenticate(token),
    close: () => rm(directory, { recursive: true }),
  };
}

export const codeRequest = (
  user_string: string,
  type: 'register' | 'forget' | 'unfreeze' | 'login',
  area_code?: string,
): Read<Calls['sms_mail']> => ({
  user_string,
  type,
  area_code,
  area_code_id: undefined,
  email_code: undefined,
});

/** The form of registration and of a password reset. */
export const form = (
  user_string: string,
  code: string,
  change: Partial<Read<Calls['user/register']>> = {},
): Read<Calls['user/register']> => ({
  user_string,
  code,
  area_code: undefined,
  password: PASSWORD,
  re_password: PASSWORD,
  extension_code: undefined,
  type: user_string.includes('@') ? 'email' : 'mobile',
  ...change,
});

export const credentials = (user_string: string, password = PASSWORD): Read<Calls['user/login']> => ({
  user_string,
  password,
  area_code: undefined,
  totp: undefined,
  code: undefined,
});

/** Starts a test without accounts. */
export const clearTables = (db: Database): Promise<number> =>
  db.run(sql`truncate identity_users, identity_sessions, identity_codes, identity_attempts, identity_logins, identity_devices, platform_dev_outbox,
    platform_files, platform_work cascade`);

/** A database that records the text of every statement, in transactions too. */
export function recordStatements(db: Database): { readonly db: Database; readonly statements: string[] } {
  const statements: string[] = [];
  const recording = <Q extends Database | Parameters<Parameters<Database['transact']>[0]>[0]>(
    queries: Q,
  ): Q => ({
    ...queries,
    rows: (statement: Sql) => (statements.push(statement.text), queries.rows(statement)),
    maybe: (statement: Sql) => (statements.push(statement.text), queries.maybe(statement)),
    one: (statement: Sql) => (statements.push(statement.text), queries.one(statement)),
    run: (statement: Sql) => (statements.push(statement.text), queries.run(statement)),
  });
  return {
    statements,
    db: { ...recording(db), transact: (work) => db.transact((tx) => work(recording(tx))) },
  };
}
