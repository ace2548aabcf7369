import { sql } from '@karat/platform/db';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { describe, expect, test } from 'vitest';
import { PASSWORD, PAY } from './testing/harness.ts';
import { ANN, setUpEach } from './testing/set-up.ts';
import type { TestSetup } from './testing/set-up.ts';

const STEP = 30_000;

let { db, desk: harness, ann } = {} as TestSetup;
setUpEach(4, (setup) => ({ db, desk: harness, ann } = setup));

/** Confirms inside a transaction that a money call may roll back. */
const confirm = (payPassword: string, code?: string, after: () => void = () => undefined): Promise<string> =>
  harness.outcome(
    db.transact(async (tx) => {
      await harness.credentials.confirm(tx, ann.userId, { payPassword, code });
      after();
    }),
  );

describe('the pay password', () => {
  test('is set once with login password and code, and confirms from then on', async () => {
    expect(await confirm(PAY)).toBe('pay_password_unset');
    await harness.setPay(ANN, ann);
    expect(await confirm(PAY)).toBe('ok');
    expect(await confirm('918273')).toBe('pay_password_wrong');
    expect(await harness.outcome(harness.setPay(ANN, ann))).toBe('pay_password_exists');
    expect(harness.notices.map((notice) => notice.kind)).toContain('credentials:pay_password_set');
  });

  test('needs the right login password and the code that was sent for it', async () => {
    await harness.call('safe/send_code', { purpose: 'password' }, ann);
    const code = await harness.codeFor(ANN);
    const form = { pay_password: PAY, re_pay_password: PAY, password: PASSWORD, code };
    const set = (change: object) =>
      harness.outcome(harness.call('safe/pay_password', { ...form, ...change }, ann));
    expect(await set({})).toBe('code_wrong');
    await harness.call('safe/send_code', { purpose: 'pay_password' }, ann);
    const right = { code: await harness.codeFor(ANN) };
    expect(await set({ ...right, password: 'something-else' })).toBe('password_wrong');
    expect(await set({ ...right, pay_password: PASSWORD, re_pay_password: PASSWORD })).toBe(
      'pay_password_same',
    );
    expect(await set({ ...right, pay_password: '123456', re_pay_password: '123456' })).toBe(
      'password_common',
    );
    expect(await set(right)).toBe('ok');
  });

  test('five wrong attempts lock every confirmation, and each further one doubles the wait', async () => {
    await harness.setPay(ANN, ann);
    for (let n = 0; n < 5; n++) expect(await confirm('918273')).toBe('pay_password_wrong');
    expect(await confirm(PAY)).toBe('too_many_attempts');
    const change = { old_pay_password: PAY, pay_password: '836152', re_pay_password: '836152' };
    expect(await harness.outcome(harness.call('safe/pay_password/change', change, ann))).toBe(
      'too_many_attempts',
    );
    harness.clock.advance(MINUTE_MS);
    expect(await confirm('918273')).toBe('pay_password_wrong');
    harness.clock.advance(MINUTE_MS);
    expect(await confirm(PAY)).toBe('too_many_attempts');
    harness.clock.advance(MINUTE_MS);
    expect(await confirm(PAY)).toBe('ok');
  });

  test('a wrong attempt counts although its transaction rolls back', async () => {
    await harness.setPay(ANN, ann);
    for (let n = 0; n < 5; n++) {
      const undone = db.transact(async (tx) => {
        await harness.credentials
          .confirm(tx, ann.userId, { payPassword: 'wrong-one' })
          .catch(() => undefined);
        throw new Error('rolled back');
      });
      await expect(undone).rejects.toThrow('rolled back');
    }
    expect(await confirm(PAY)).toBe('too_many_attempts');
  });

  test('of many concurrent wrong attempts only the allowed five get a verdict, even with every connection in use', async () => {
    await harness.setPay(ANN, ann);
    const guesses = Array.from({ length: 24 }, (_, n) => confirm(n === 23 ? PAY : `wrong-${n}`));
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((outcome) => outcome === 'pay_password_wrong').length).toBeLessThanOrEqual(5);
    expect(outcomes.filter((outcome) => outcome === 'too_many_attempts').length).toBeGreaterThanOrEqual(18);
  });

  test('of two concurrent confirmations with the last attempt one gets a verdict', async () => {
    await harness.setPay(ANN, ann);
    for (let n = 0; n < 4; n++) await confirm('918273');
    const both = await Promise.all([confirm('918273'), confirm('918274')]);
    expect(both.toSorted()).toEqual(['pay_password_wrong', 'too_many_attempts']);
  });

  test('that changes while it is compared confirms nothing, and one that has confirmed changes after the payment', async () => {
    await harness.setPay(ANN, ann);
    const locks = sql`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const waiting = async () => (await db.one<{ count: number }>(locks)).count;
    const change = (hash: string) =>
      sql`update credentials_accounts set pay_hash = ${hash} where user_id = ${ann.userId}`;
    const { hash } = await db.one<{ hash: string }>(sql`select pay_hash as hash from credentials_accounts`);
    let confirmed: Promise<string> = Promise.resolve('not asked');
    await db.transact(async (tx) => {
      await tx.run(change('another'));
      confirmed = confirm(PAY);
      await expect.poll(waiting).toBe(1);
    });
    expect(await confirmed).toBe('pay_password_wrong');
    await db.run(change(hash));
    let changed: Promise<unknown> = Promise.resolve();
    await db.transact(async (tx) => {
      await harness.credentials.confirm(tx, ann.userId, { payPassword: PAY });
      changed = db.run(change('another'));
      await expect.poll(waiting).toBe(1);
    });
    await changed;
    expect(await confirm(PAY)).toBe('pay_password_wrong');
  });

  test('twenty concurrent right confirmations succeed', async () => {
    await harness.setPay(ANN, ann);
    const all = await Promise.all(Array.from({ length: 20 }, () => confirm(PAY)));
    expect(new Set(all)).toEqual(new Set(['ok']));
  });

  test('changes with the old one and resets with a code; either holds withdrawals for a day', async () => {
    await harness.setPay(ANN, ann);
    const held = () => harness.credentials.holdUntil(db, ann.userId);
    expect(await held()).toBeUndefined();
    const next = { pay_password: '836152', re_pay_password: '836152' };
    const change = (old: string) =>
      harness.outcome(harness.call('safe/pay_password/change', { ...next, old_pay_password: old }, ann));
    expect(await change('000111')).toBe('pay_password_wrong');
    expect(await change(PAY)).toBe('ok');
    expect(await confirm('836152')).toBe('ok');
    expect(await held()).toBe(harness.clock.now() + DAY_MS);
    harness.clock.advance(DAY_MS);
    expect(await held()).toBeUndefined();
    await harness.call('safe/send_code', { purpose: 'pay_password' }, ann);
    const code = await harness.codeFor(ANN);
    const reset = { pay_password: PAY, re_pay_password: PAY, password: PASSWORD, code };
    await harness.call('safe/pay_password/reset', reset, ann);
    expect(await confirm(PAY)).toBe('ok');
    expect(await harness.call('safe/state', {}, ann)).toMatchObject({
      hold_until_ms: harness.clock.now() + DAY_MS,
      hold_reason: 'pay_password',
    });
  });

  test('set for the first time on an account older than a day holds withdrawals', async () => {
    harness.clock.advance(2 * DAY_MS);
    await harness.setPay(ANN, ann);
    expect(await harness.credentials.holdUntil(db, ann.userId)).toBe(harness.clock.now() + DAY_MS);
  });
});

describe('the authenticator', () => {
  test('is required by every confirmation, and a code is accepted once', async () => {
    await harness.setPay(ANN, ann);
    const { secret } = await harness.setTotp(ann);
    expect(await confirm(PAY)).toBe('code_required');
    harness.clock.advance(STEP);
    const code = harness.totp(secret);
    expect(await confirm(PAY, code)).toBe('ok');
    expect(await confirm(PAY, code)).toBe('code_wrong');
    harness.clock.advance(STEP);
    expect(await confirm('918273', harness.totp(secret))).toBe('pay_password_wrong');
    expect(await confirm(PAY, harness.totp(secret))).toBe('ok');
  });

  test('of two concurrent confirmations with one code one succeeds', async () => {
    await harness.setPay(ANN, ann);
    const { secret } = await harness.setTotp(ann);
    harness.clock.advance(STEP);
    const code = harness.totp(secret);
    const both = await Promise.all([confirm(PAY, code), confirm(PAY, code)]);
    expect(both.toSorted()).toEqual(['code_wrong', 'ok']);
  });

  test('a code is valid again if its transaction rolls back', async () => {
    await harness.setPay(ANN, ann);
    const { secret } = await harness.setTotp(ann);
    harness.clock.advance(STEP);
    const undone = confirm(PAY, harness.totp(secret), () => {
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await confirm(PAY, harness.totp(secret))).toBe('ok');
  });

  test('is required at login; the password alone opens nothing and resets no counter', async () => {
    const { secret } = await harness.setTotp(ann);
    harness.clock.advance(STEP);
    const login = (code?: string) => harness.outcome(harness.login(ANN, code));
    expect(await login()).toBe('code_required');
    for (let n = 0; n < 4; n++) expect(await login('000000')).toBe('code_wrong');
    expect(await login()).toBe('code_required');
    expect(await login('000000')).toBe('code_wrong');
    expect(await login(harness.totp(secret))).toBe('too_many_attempts');
    harness.clock.advance(MINUTE_MS);
    const code = harness.totp(secret);
    expect(await login(code)).toBe('ok');
    expect(await login(code)).toBe('code_wrong');
  });

  test('wrong codes of an owner who proves themselves count like wrong confirmations', async () => {
    const { secret } = await harness.setTotp(ann);
    harness.clock.advance(STEP);
    const prove = (code: string) => harness.outcome(harness.credentials.secondStep.prove(ann.userId, code));
    for (let n = 0; n < 5; n++) expect(await prove('000000')).toBe('totp_wrong');
    expect(await prove(harness.totp(secret))).toBe('too_many_attempts');
    harness.clock.advance(MINUTE_MS);
    expect(await prove(harness.totp(secret))).toBe('ok');
  });

  test('each backup code is accepted once, also when used twice concurrently', async () => {
    const { codes } = await harness.setTotp(ann);
    const [first = '', second = ''] = codes;
    expect(codes).toHaveLength(10);
    const both = await Promise.all([first, first].map((code) => harness.outcome(harness.login(ANN, code))));
    expect(both.toSorted()).toEqual(['code_wrong', 'ok']);
    expect(await harness.outcome(harness.login(ANN, second.toLowerCase().replace('-', ' ')))).toBe('ok');
    expect(await harness.call('safe/state', {}, ann)).toMatchObject({ backup_codes: 8 });
  });

  test('new backup codes invalidate earlier ones, and removal needs password and code', async () => {
    const { secret, codes } = await harness.setTotp(ann);
    harness.clock.advance(STEP);
    const renew = { password: PASSWORD, code: harness.totp(secret) };
    await harness.call('safe/totp/backup_codes', renew, ann);
    expect(await harness.outcome(harness.login(ANN, codes[0]))).toBe('code_wrong');
    harness.clock.advance(STEP);
    const remove = (password: string, code: string) =>
      harness.outcome(harness.call('safe/totp/remove', { password, code }, ann));
    expect(await remove('something-else', harness.totp(secret))).toBe('password_wrong');
    expect(await remove(PASSWORD, '000000')).toBe('totp_wrong');
    expect(await remove(PASSWORD, harness.totp(secret))).toBe('ok');
    expect(await harness.outcome(harness.login(ANN))).toBe('ok');
    expect(await harness.credentials.holdUntil(db, ann.userId)).toBe(harness.clock.now() + DAY_MS);
  });

  test('a secret that was not confirmed in time is invalid', async () => {
    const { secret } = (await harness.call('safe/totp/setup', await harness.proofOf(ANN, ann), ann)) as {
      secret: string;
    };
    harness.clock.advance(15 * MINUTE_MS);
    const late = harness.call('safe/totp/confirm', { code: harness.totp(secret) }, ann);
    expect(await harness.outcome(late)).toBe('totp_not_begun');
    expect(await harness.outcome(harness.login(ANN))).toBe('ok');
  });
});
