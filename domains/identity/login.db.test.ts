import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { createPasswords } from '@karat/platform/crypto';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  codeRequest,
  credentials,
  clearTables,
  form,
  recordStatements,
  openIdentity,
} from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';

const ANN = 'ann@example.com';
const BEN = 'ben@example.com';
const NOBODY = 'nobody@example.com';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let own: TestDatabase;
let harness: IdentityHarness;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
});
afterAll(() => own.drop());
beforeEach(async () => {
  await clearTables(own.db);
  harness = await openIdentity(own.db);
});
afterEach(() => harness.close());

const wrong = (who: string, address?: string) =>
  harness.outcome('user/login', credentials(who, 'wrong-password'), address === undefined ? {} : { address });

describe('attempts', () => {
  test('after five failures an account waits, and each further failure doubles the wait', async () => {
    await harness.open(ANN);
    for (let n = 0; n < 5; n++) expect(await wrong(ANN)).toBe('login_failed');
    expect(await wrong(ANN)).toBe('too_many_attempts');
    expect(await harness.outcome('user/login', credentials(ANN))).toBe('too_many_attempts');
    harness.clock.advance(30 * SECOND);
    expect(await wrong(ANN)).toBe('login_failed');
    harness.clock.advance(59 * SECOND);
    expect(await wrong(ANN)).toBe('too_many_attempts');
    harness.clock.advance(SECOND);
    expect(await harness.outcome('user/login', credentials(ANN))).toBe('ok');
    expect(await wrong(ANN)).toBe('login_failed');
  });

  test('the refusal returns the wait', async () => {
    for (let n = 0; n < 5; n++) await wrong(ANN);
    harness.clock.advance(500);
    await expect(harness.call('user/login', credentials(ANN))).rejects.toMatchObject({
      values: { seconds: 30 },
    });
  });

  test('failures survive a restart', async () => {
    for (let n = 0; n < 5; n++) await wrong(ANN);
    const restarted = await openIdentity(own.db);
    expect(await restarted.outcome('user/login', credentials(ANN))).toBe('too_many_attempts');
    await restarted.close();
  });

  test('of sixty concurrent guesses from as many networks ten get a verdict', async () => {
    await harness.open(ANN);
    const guesses = Array.from({ length: 60 }, (_, n) =>
      harness.outcome('user/login', credentials(ANN, n === 59 ? PASSWORD : `guess-number-${n}`), {
        address: `203.0.113.${n}`,
      }),
    );
    const outcomes = await Promise.all(guesses);
    const count = (code: string): number => outcomes.filter((outcome) => outcome === code).length;
    expect(count('login_failed')).toBe(10);
    expect(count('login_code_required')).toBe(50);
  });

  test('thirty concurrent logins with the right password succeed', async () => {
    await harness.open(ANN);
    const logins = Array.from({ length: 30 }, () => harness.outcome('user/login', credentials(ANN)));
    expect(new Set(await Promise.all(logins))).toEqual(new Set(['ok']));
  });

  test('an address that fails with many accounts waits, others do not', async () => {
    for (let n = 0; n < 30; n++) expect(await wrong(`p${n}@example.com`, '203.0.113.9')).toBe('login_failed');
    expect(await wrong('another@example.com', '203.0.113.9')).toBe('too_many_attempts');
    expect(await wrong('another@example.com', '203.0.113.10')).toBe('login_failed');
  });

  test('count alike for every notation of a number, with or without an account', async () => {
    await harness.call('sms_mail', codeRequest('51234567', 'register', '852'));
    await harness.call('user/register', form('51234567', await harness.codeFor('+85251234567')));
    for (const end of ['51234567', '51987654']) {
      for (let n = 0; n < 5; n++) expect(await wrong(end)).toBe('login_failed');
      expect(await wrong(`+852 ${end}`)).toBe('too_many_attempts');
      expect(await wrong(`+852-${end.slice(0, 4)}-${end.slice(4)}`)).toBe('too_many_attempts');
    }
  });

  test('an invalid address fails like an unknown account', async () => {
    for (const odd of ['', '@', "' or 1=1 --", 'x'.repeat(254), '\u202e']) {
      expect(await harness.outcome('user/login', credentials(`a${odd}`))).toBe('login_failed');
    }
  });
});

/** Returns the text of every statement of a call, without the values that differ between runs. */
const statementsOf = async (
  work: (harness: IdentityHarness) => Promise<unknown>,
  db: Database,
): Promise<string[]> => {
  const { db: recording, statements } = recordStatements(db);
  const watched = await openIdentity(recording);
  statements.length = 0;
  await work(watched);
  await watched.close();
  return statements;
};

describe('neither reply nor work reveals whether an account exists', () => {
  test('at login', async () => {
    await harness.open(ANN);
    const message = async (who: string) =>
      harness
        .call('user/login', credentials(who, 'wrong-password'))
        .catch((error: unknown) => JSON.stringify(error));
    expect(await message(ANN)).toBe(await message(NOBODY));
    const hashed: string[] = [];
    const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
    const counted = {
      ...passwords,
      verify: (hash: string, text: string) => (hashed.push('one'), passwords.verify(hash, text)),
      pretend: (text: string) => (hashed.push('one'), passwords.pretend(text)),
    };
    const statements: string[][] = [];
    for (const who of [ANN, NOBODY]) {
      const recorder = recordStatements(own.db);
      const watched = await openIdentity(recorder.db, { passwords: counted });
      await watched.outcome('user/login', credentials(who, 'wrong-password'));
      statements.push(recorder.statements);
      await watched.close();
    }
    expect(hashed).toHaveLength(2);
    expect(statements[0]?.length).toBeGreaterThan(3);
    expect(statements[1]).toEqual(statements[0]);
  });

  test.each(['register', 'forget'] as const)('when a code is requested: %s', async (type) => {
    await harness.open(ANN);
    const ask = (who: string) => (at: IdentityHarness) => at.call('sms_mail', codeRequest(who, type));
    const there = await statementsOf(ask(ANN), own.db);
    const unknown = await statementsOf(ask(NOBODY), own.db);
    expect(there.length).toBeGreaterThan(4);
    expect(unknown).toEqual(there);
    expect(await harness.call('sms_mail', codeRequest(ANN, type))).toBe(
      await harness.call('sms_mail', codeRequest(NOBODY, type)),
    );
    const sent = async (who: string) => (await harness.messages(who)).length;
    expect(await sent(NOBODY)).toBe(type === 'register' ? 2 : 0);
    expect(await sent(ANN)).toBe(3);
  });

  test('when codes are tried for a password reset', async () => {
    await harness.open(ANN);
    const outcomes: string[][] = [];
    for (const who of [ANN, NOBODY]) {
      await harness.call('sms_mail', codeRequest(who, 'forget'));
      const real = await harness.codeFor(who);
      const guess = real === '123123' ? '123124' : '123123';
      const attempts = Array.from({ length: 7 }, () => harness.outcome('user/forget', form(who, guess)));
      outcomes.push((await Promise.all(attempts)).toSorted());
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toContain('code_wrong');
  });

  test('without a due code no code matches, not even the one drawn at random', async () => {
    await harness.open(ANN);
    const drawn = 481_516;
    const loaded = await openIdentity(own.db, {
      random: { ...seededRandom('loaded'), below: (limit) => drawn % limit },
    });
    await loaded.call('sms_mail', codeRequest('bob@example.com', 'register'));
    expect(await loaded.codeFor('bob@example.com')).toBe(String(drawn));
    await loaded.call('sms_mail', codeRequest(NOBODY, 'forget'));
    expect(await loaded.outcome('user/forget', form(NOBODY, String(drawn)))).toBe('code_wrong');
    await loaded.call('sms_mail', codeRequest(ANN, 'register'));
    expect(await loaded.outcome('user/register', form(ANN, String(drawn)))).toBe('code_wrong');
    await loaded.close();
  });
});

describe('a forgotten password', () => {
  test('is replaced with a code; every session ends and the wait is over', async () => {
    const tokens = [await harness.open(ANN), String(await harness.call('user/login', credentials(ANN)))];
    for (let n = 0; n < 5; n++) await wrong(ANN);
    await harness.call('sms_mail', codeRequest(ANN, 'forget'));
    const newPassword = { password: 'violin-moss-42', re_password: 'violin-moss-42' };
    expect(await harness.outcome('user/forget', form(ANN, await harness.codeFor(ANN), newPassword))).toBe(
      'ok',
    );
    for (const token of tokens) expect(await harness.callerOf(token)).toBeUndefined();
    expect(await harness.outcome('user/login', credentials(ANN))).toBe('login_failed');
    expect(await harness.outcome('user/login', credentials(ANN, 'violin-moss-42'))).toBe('ok');
  });

  test('starts the withdrawal hold anew', async () => {
    const caller = await harness.callerOf(await harness.open(ANN));
    harness.clock.advance(MINUTE);
    await harness.call('sms_mail', codeRequest(ANN, 'forget'));
    await harness.call('user/forget', form(ANN, await harness.codeFor(ANN)));
    const [row] = await harness.identity.users(own.db, caller ? [caller.userId] : []);
    expect(row?.credentialMs).toBe(harness.clock.now());
  });
});

describe('hashes', () => {
  test('of an earlier cost are replaced at the next login, and the password stays', async () => {
    const dearer = createPasswords({ memoryCost: 128, timeCost: 1, parallelism: 1 });
    await harness.open(ANN);
    const stronger = await openIdentity(own.db, { passwords: dearer });
    expect(await stronger.outcome('user/login', credentials(ANN))).toBe('ok');
    const { hash } = await own.db.one<{ hash: string }>(
      sql`select password_hash as hash from identity_users`,
    );
    expect(hash).toContain('m=128');
    expect(await stronger.outcome('user/login', credentials(ANN))).toBe('ok');
    await stronger.close();
  });
});

describe('a frozen account', () => {
  test('loses its sessions, is reported only to those who know the password, and can be unfrozen', async () => {
    const token = await harness.open(ANN);
    const caller = await harness.callerOf(token);
    if (!caller) throw new Error('no caller');
    const other = await harness.callerOf(await harness.open(BEN));
    const freeze = (frozen: boolean, user = caller.userId) =>
      own.db.transact((tx) =>
        frozen
          ? harness.identity.operators.freeze(tx, user, 'operator')
          : harness.identity.operators.unfreeze(tx, user),
      );
    await freeze(true, other?.userId);
    expect(await freeze(true)).toBe(true);
    expect(await freeze(true)).toBe(false);
    expect(await harness.callerOf(token)).toBeUndefined();
    expect(await wrong(ANN)).toBe('login_failed');
    expect(await harness.outcome('user/login', credentials(ANN))).toBe('account_frozen');
    await freeze(false);
    expect(await harness.outcome('user/login', credentials(ANN))).toBe('ok');
    expect(await harness.outcome('user/login', credentials(BEN))).toBe('account_frozen');
  });
});
