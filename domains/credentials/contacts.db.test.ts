import { sql } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import { softAuthenticator } from '@karat/testkit';
import type { Caller } from '@karat/platform/http';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { describe, expect, test } from 'vitest';
import { PASSWORD, PHONE } from './testing/harness.ts';
import { ANN, setUpEach } from './testing/set-up.ts';
import type { TestSetup } from './testing/set-up.ts';

const BEN = 'ben@example.com';
const NEXT = 'ann.new@example.com';
const ORIGIN = 'https://karat.example';
const STEP = 30_000;
const NEW_PASSWORD = { password: 'heron-lamp-22', re_password: 'heron-lamp-22' };

let { db, desk: harness, ann } = {} as TestSetup;
setUpEach(6, (setup) => ({ db, desk: harness, ann } = setup));

const outcome = (path: string, input: object, caller: Caller | undefined = ann): Promise<string> =>
  harness.outcome(harness.call(path, input, caller));
const outcomeOfVisitor = (path: string, input: object): Promise<string> =>
  harness.outcome(harness.call(path, input));
const lettersTo = async (contact: string) =>
  (await listOutbox(db, { page: 1, limit: 100 })).rows.filter(({ receiver }) => receiver === contact);
const forget = async (contact: string, change: object = {}): Promise<string> => {
  await harness.call('sms_mail', { user_string: contact, type: 'forget' });
  const form = { user_string: contact, code: await harness.codeFor(contact), ...NEW_PASSWORD, ...change };
  return outcomeOfVisitor('user/forget', form);
};
/** Links another email with a code sent to the present one. */
const linkNext = async (): Promise<void> => {
  await harness.call('safe/email_send', { email: NEXT }, ann);
  const code = await harness.codeFor(NEXT);
  await harness.call(
    'safe/email',
    { email: NEXT, code, ...(await harness.proofOf(ANN, ann, 'receiver')) },
    ann,
  );
};
const tokenIn = (body = ''): string => /token=([\w-]+)/.exec(body)?.[1] ?? '';
const addPasskey = async (contact = ANN, owner = ann) => {
  const device = softAuthenticator('karat.example');
  const options = await harness.call('safe/passkey/options', await harness.proofOf(contact, owner), owner);
  const credential = device.register(options, ORIGIN);
  await harness.call('safe/passkey/add', { name: 'Phone', credential }, owner);
  return device;
};

describe('linking a contact', () => {
  test('a session token alone links nothing: password and a second proof are required', async () => {
    await harness.call('sms_send', { mobile: PHONE }, ann);
    const link = { mobile: PHONE, code: await harness.codeFor(PHONE) };
    expect(await outcome('safe/mobile', link)).toBe('password_required');
    expect(await outcome('safe/mobile', { ...link, password: PASSWORD })).toBe('proof_required');
    const proof = await harness.proofOf(ANN, ann, 'receiver');
    expect(await outcome('safe/mobile', { ...link, ...proof, password: 'wrong-one' })).toBe('password_wrong');
    expect(await outcome('safe/mobile', { ...link, ...proof, old_code: '000000' })).toBe('old_code_wrong');
    expect(await outcome('safe/mobile', { ...link, ...proof })).toBe('ok');
    expect(await outcomeOfVisitor('user/login', { user_string: PHONE, password: PASSWORD })).toBe('ok');
  });

  test('a code for another purpose or account proves nothing', async () => {
    const ben = await harness.open(BEN);
    await harness.call('sms_send', { mobile: PHONE }, ann);
    const link = { mobile: PHONE, code: await harness.codeFor(PHONE) };
    const security = await harness.proofOf(ANN, ann, 'security');
    expect(await outcome('safe/mobile', { ...link, ...security })).toBe('old_code_wrong');
    const ofBen = await harness.proofOf(BEN, ben, 'receiver');
    expect(await outcome('safe/mobile', { ...link, ...ofBen })).toBe('old_code_wrong');
  });

  test('an authenticator or a passkey of the account replaces the code of a contact', async () => {
    const { secret } = await harness.setTotp(ann);
    harness.clock.advance(STEP);
    await harness.call('safe/email_send', { email: NEXT }, ann);
    const link = { email: NEXT, code: await harness.codeFor(NEXT), password: PASSWORD };
    expect(await outcome('safe/email', { ...link, totp: '000000' })).toBe('totp_wrong');
    expect(await outcome('safe/email', { ...link, totp: harness.totp(secret) })).toBe('ok');
  });

  test('of two contacts the code of the one that was asked last proves the owner, whichever it is', async () => {
    await harness.linkPhone(ANN, ann, PHONE);
    harness.clock.advance(73 * HOUR_MS);
    const setUp = async (via: 'email' | 'phone', contact: string): Promise<string> => {
      await harness.call('safe/send_code', { purpose: 'security', via }, ann);
      return outcome('safe/totp/setup', { password: PASSWORD, old_code: await harness.codeFor(contact) });
    };
    expect(await setUp('phone', PHONE)).toBe('ok');
    harness.clock.advance(HOUR_MS);
    expect(await setUp('email', ANN)).toBe('ok');
    harness.clock.advance(HOUR_MS);
    expect(await setUp('phone', PHONE)).toBe('ok');
  });

  test('a passkey proves its owner once, with a challenge of the same session', async () => {
    const device = await addPasskey();
    const ben = await harness.open(BEN);
    await harness.call('safe/email_send', { email: NEXT }, ann);
    const link = { email: NEXT, code: await harness.codeFor(NEXT), password: PASSWORD };
    const signed = async (caller: Caller) =>
      device.sign(await harness.call('safe/passkey/challenge', {}, caller), ORIGIN);
    expect(await outcome('safe/email', { ...link, credential: await signed(ben) })).toBe('passkey_refused');
    const ofLogin = device.sign(await harness.call('user/passkey/options', {}), ORIGIN);
    expect(await outcome('safe/email', { ...link, credential: ofLogin })).toBe('passkey_refused');
    const credential = await signed(ann);
    expect(await outcome('safe/email', { ...link, code: '000000', credential })).toBe('code_wrong');
    expect(await outcome('safe/email', { ...link, credential })).toBe('passkey_refused');
    expect(await outcome('safe/email', { ...link, credential: await signed(ann) })).toBe('ok');
  });

  test('the same request many times concurrently links once', async () => {
    await harness.call('safe/email_send', { email: NEXT }, ann);
    const link = {
      email: NEXT,
      code: await harness.codeFor(NEXT),
      ...(await harness.proofOf(ANN, ann, 'receiver')),
    };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome('safe/email', link)));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    const { count } = await db.one<{ count: number }>(
      sql`select count(*) as count from identity_contact_changes`,
    );
    expect(count).toBe(1);
  });

  test("another account's address gets the usual reply, and only its owner is notified", async () => {
    await harness.open(BEN);
    expect(await outcome('safe/email_send', { email: BEN })).toBe('ok');
    const proof = await harness.proofOf(ANN, ann, 'receiver');
    expect(await outcome('safe/email', { email: BEN, code: '123456', ...proof })).toBe('code_wrong');
    const [email] = await lettersTo(BEN);
    expect(email?.subject).toBe('This contact already belongs to a Karat account');
    expect(email?.body).not.toMatch(/\d{6}/);
  });

  test('a first phone does not hold withdrawals, a replaced contact does', async () => {
    await harness.linkPhone(ANN, ann);
    expect(await harness.credentials.holdUntil(db, ann.userId)).toBeUndefined();
    await linkNext();
    expect(await harness.credentials.holdUntil(db, ann.userId)).toBe(harness.clock.now() + DAY_MS);
  });

  test('a phone in place of the first one holds withdrawals', async () => {
    await harness.linkPhone(ANN, ann);
    harness.clock.advance(HOUR_MS);
    await harness.linkPhone(ANN, ann, '+85251234568');
    expect(await harness.credentials.holdUntil(db, ann.userId)).toBe(harness.clock.now() + DAY_MS);
  });
});

describe('a recently linked contact', () => {
  test('resets no password for 72 hours, with the reply of an unknown contact', async () => {
    await harness.linkPhone(ANN, ann);
    harness.clock.advance(HOUR_MS);
    expect(await outcomeOfVisitor('sms_mail', { user_string: PHONE, type: 'forget' })).toBe('ok');
    const [email] = await lettersTo(PHONE);
    expect(email?.body).toMatch(/linked less than 72 hours ago/);
    expect(email?.body).not.toMatch(/\d{6}/);
    const form = { user_string: PHONE, code: '123456', ...NEW_PASSWORD };
    const unknown = { ...form, user_string: '+85251234999' };
    await harness.call('sms_mail', { user_string: unknown.user_string, type: 'forget' });
    expect(await outcomeOfVisitor('user/forget', form)).toBe('code_wrong');
    expect(await outcomeOfVisitor('user/forget', unknown)).toBe('code_wrong');
    harness.clock.advance(72 * HOUR_MS);
    expect(await forget(PHONE)).toBe('ok');
  });

  test('lets the old contact reset the password meanwhile', async () => {
    await harness.linkPhone(ANN, ann);
    expect(await forget(ANN)).toBe('ok');
  });

  test('invalidates a code that was sent before the link', async () => {
    const ben = await harness.open(BEN);
    await harness.linkPhone(BEN, ben);
    harness.clock.advance(73 * HOUR_MS);
    await harness.call('sms_mail', { user_string: PHONE, type: 'forget' });
    const code = await harness.codeFor(PHONE);
    await db.run(sql`update identity_users set phone = null where id = ${ben.userId}`);
    await harness.linkPhone(ANN, ann, '+85251234567');
    const form = { user_string: PHONE, code, ...NEW_PASSWORD };
    expect(await outcomeOfVisitor('user/forget', form)).toBe('code_expired');
  });

  test('gets no code of its account: not for passwords, further contacts or second factors', async () => {
    await harness.linkPhone(ANN, ann);
    for (const purpose of ['password', 'pay_password', 'receiver', 'security'])
      expect(await outcome('safe/send_code', { purpose, via: 'phone' })).toBe('contact_recent');
    expect(await outcome('safe/send_code', { purpose: 'password', via: 'email' })).toBe('ok');
    expect(await harness.call('safe/state', {}, ann)).toMatchObject({
      email_recovers_ms: null,
      phone_recovers_ms: harness.clock.now() + 72 * HOUR_MS,
    });
  });

  test('as the only one proves nothing, and the reply reveals nothing', async () => {
    await linkNext();
    harness.clock.advance(HOUR_MS);
    expect(await outcome('safe/send_code', { purpose: 'password' })).toBe('contact_recent');
    expect(await outcomeOfVisitor('sms_mail', { user_string: NEXT, type: 'forget' })).toBe('ok');
    expect(await outcomeOfVisitor('sms_mail', { user_string: ANN, type: 'forget' })).toBe('ok');
  });

  test('cannot unfreeze the account', async () => {
    await harness.linkPhone(ANN, ann);
    await harness.call('safe/freeze', { password: PASSWORD }, ann);
    await harness.call('sms_mail', { user_string: PHONE, type: 'unfreeze' });
    const form = { user_string: PHONE, password: PASSWORD, code: '123456' };
    expect(await outcomeOfVisitor('user/unfreeze', form)).toBe('code_wrong');
    expect((await lettersTo(PHONE))[0]?.body).not.toMatch(/\d{6}/);
  });
});

describe('the report link of an earlier contact', () => {
  test('freezes the account and ends its sessions, once, for any of the contacts', async () => {
    await harness.linkPhone(ANN, ann);
    await linkNext();
    const replaced = tokenIn((await lettersTo(ANN))[0]?.body);
    const phone = tokenIn((await lettersTo(PHONE))[0]?.body);
    expect(replaced).toHaveLength(43);
    expect(phone).toHaveLength(43);
    expect(replaced).not.toBe(phone);
    expect(await outcomeOfVisitor('user/contact/report', { token: 'x'.repeat(43) })).toBe('link_invalid');
    expect(await outcomeOfVisitor('user/contact/report', { token: replaced })).toBe('ok');
    expect(await outcomeOfVisitor('user/contact/report', { token: replaced })).toBe('link_invalid');
    expect(await harness.outcome(harness.login(NEXT))).toBe('account_frozen');
    const [user] = await harness.identity.users(db, [ann.userId]);
    // The report undoes nothing: operators see it and decide.
    expect(user).toMatchObject({ status: 'frozen', frozenBy: 'user', email: NEXT, phone: PHONE });
    const open = await db.one<{ count: number }>(sql`select count(*) as count from identity_sessions`);
    expect(open.count).toBe(0);
    expect(await outcomeOfVisitor('user/contact/report', { token: phone })).toBe('ok');
  });

  test('is stored as a hash only, and expires after a week', async () => {
    await linkNext();
    const token = tokenIn((await lettersTo(ANN))[0]?.body);
    const rows = await db.rows(sql`select * from identity_report_links`);
    expect(JSON.stringify(rows)).not.toContain(token);
    harness.clock.advance(7 * DAY_MS);
    expect(await outcomeOfVisitor('user/contact/report', { token })).toBe('link_invalid');
  });

  test('names the change with masked contacts', async () => {
    await harness.linkPhone(ANN, ann);
    const [email] = await lettersTo(ANN);
    expect(email?.body).toContain('+852***67');
    expect(email?.body).toContain(`${ORIGIN}/#/pages/common/notMe?token=`);
    expect(email?.body).not.toContain(PHONE);
  });
});

describe('operators', () => {
  const decision = { approval: 1, reason: 'proved', askedBy: 'support', approvedBy: 'risk' };
  const execute = (kind: string, payload: Record<string, string | number>) =>
    db.transact(
      (tx) => harness.credentials.approvals[kind]?.execute(tx, payload, decision) ?? Promise.resolve(),
    );

  test('restore a contact, which can then recover the account', async () => {
    await linkNext();
    const [change] = (await harness.call('console/contact_changes', { uid: ann.userId })) as { id: number }[];
    expect(change).toMatchObject({ contact: NEXT, previous: ANN, proof: 'code', current: true });
    await execute('user:contact_restore', { uid: ann.userId, change: change?.id ?? 0 });
    // Its sessions may be those of the one who changed it.
    expect(await db.rows(sql`select 1 from identity_sessions where user_id = ${ann.userId}`)).toEqual([]);
    expect(await harness.outcome(harness.login(ANN))).toBe('ok');
    expect(await forget(ANN)).toBe('ok');
    const again = execute('user:contact_restore', { uid: ann.userId, change: change?.id ?? 0 });
    expect(await harness.outcome(again)).toBe('approval_stale');
  });

  test('remove a first phone, but never the last contact or one that another account has by now', async () => {
    await harness.linkPhone(ANN, ann);
    const changes = async () =>
      (await harness.call('console/contact_changes', { uid: ann.userId })) as {
        id: number;
        contact: string | null;
      }[];
    await execute('user:contact_restore', { uid: ann.userId, change: (await changes())[0]?.id ?? 0 });
    expect((await harness.identity.users(db, [ann.userId]))[0]).toMatchObject({ email: ANN, phone: null });
    await linkNext();
    const [newest, undone, first, ...none] = (await changes()).map(({ contact }) => contact);
    expect([newest, undone, typeof first, none]).toEqual([NEXT, null, 'string', []]);
    await harness.open(ANN);
    const accepted = execute('user:contact_restore', {
      uid: ann.userId,
      change: (await changes())[0]?.id ?? 0,
    });
    expect(await harness.outcome(accepted)).toBe('approval_stale');
  });

  test('remove lost passkeys', async () => {
    await addPasskey();
    harness.clock.advance(2 * DAY_MS);
    await execute('user:passkeys_reset', { uid: ann.userId });
    expect(await harness.call('safe/passkeys', {}, ann)).toEqual([]);
    expect(await harness.credentials.holdUntil(db, ann.userId)).toBe(harness.clock.now() + DAY_MS);
    expect(await harness.outcome(execute('user:passkeys_reset', { uid: ann.userId }))).toBe('no_change');
  });
});

describe('a second factor', () => {
  test('cannot be set up with the password alone', async () => {
    expect(await outcome('safe/totp/setup', { password: PASSWORD })).toBe('proof_required');
    expect(await outcome('safe/passkey/options', { password: PASSWORD })).toBe('proof_required');
    expect(await outcome('safe/totp/setup', { old_code: '123456' })).toBe('password_required');
  });

  test.each([
    ['the set-up of an authenticator', 'safe/totp/setup', {}],
    ['the registration of a passkey', 'safe/passkey/options', {}],
    ['the removal of a passkey', 'safe/passkey/remove', { removes: true }],
  ])(
    'a code that proved the owner for %s is used up',
    async (_, path, { removes }: { removes?: boolean }) => {
      await addPasskey();
      const [{ id }] = (await harness.call('safe/passkeys', {}, ann)) as [{ id: number }];
      const proof = await harness.proofOf(ANN, ann);
      expect(await outcome(path, removes ? { ...proof, id } : proof)).toBe('ok');
      expect(await outcome('safe/passkey/options', proof)).toBe('old_code_wrong');
    },
  );

  test('by authenticator is required before a password reset or change', async () => {
    const { secret } = await harness.setTotp(ann);
    harness.clock.advance(STEP);
    expect(await forget(ANN)).toBe('code_required');
    expect(await forget(ANN, { totp: '000000' })).toBe('totp_wrong');
    expect(await forget(ANN, { totp: harness.totp(secret) })).toBe('ok');
    const caller = await harness.identity.authenticate(
      String(
        await harness.call('user/login', {
          user_string: ANN,
          password: NEW_PASSWORD.password,
          totp: harness.totp(secret, STEP),
        }),
      ),
    );
    await harness.call('safe/send_code', { purpose: 'password' }, caller);
    const form = { password: PASSWORD, re_password: PASSWORD, code: await harness.codeFor(ANN) };
    expect(await outcome('safe/update_password', form, caller)).toBe('code_required');
    harness.clock.advance(2 * STEP);
    expect(await outcome('safe/update_password', { ...form, totp: harness.totp(secret) }, caller)).toBe('ok');
  });

  test('by passkey is required before a password reset, and only that of the account is accepted', async () => {
    const device = await addPasskey();
    const stranger = softAuthenticator('karat.example');
    stranger.register({}, ORIGIN);
    const signed = async (by: typeof device) =>
      by.sign(await harness.call('user/passkey/options', {}), ORIGIN);
    expect(await forget(ANN)).toBe('passkey_required');
    harness.clock.advance(HOUR_MS);
    expect(await forget(ANN, { credential: await signed(stranger) })).toBe('passkey_refused');
    const ofBen = await addPasskey(BEN, await harness.open(BEN));
    harness.clock.advance(HOUR_MS);
    expect(await forget(ANN, { credential: await signed(ofBen) })).toBe('passkey_refused');
    harness.clock.advance(HOUR_MS);
    expect(await forget(ANN, { credential: await signed(device) })).toBe('ok');
  });

  test('is required, with login password and a code, to reset the pay password', async () => {
    await harness.setPay(ANN, ann);
    const device = await addPasskey();
    await harness.call('safe/send_code', { purpose: 'pay_password' }, ann);
    const form = { pay_password: '582913', re_pay_password: '582913', code: await harness.codeFor(ANN) };
    expect(await outcome('safe/pay_password/reset', form)).toBe('password_required');
    expect(await outcome('safe/pay_password/reset', { ...form, password: PASSWORD })).toBe(
      'passkey_required',
    );
    const credential = device.sign(await harness.call('safe/passkey/challenge', {}, ann), ORIGIN);
    expect(await outcome('safe/pay_password/reset', { ...form, password: PASSWORD, credential })).toBe('ok');
  });
});
