import type { ApiRight } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import type { Caller, SignedRequest } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { overlap, softAuthenticator } from '@karat/testkit';
import { describe, expect, test } from 'vitest';
import { signatureOf } from './signed.ts';
import { lockAccount } from './store.ts';
import { PASSWORD, PAY } from './testing/harness.ts';
import { ANN, setUpEach } from './testing/set-up.ts';
import type { TestSetup } from './testing/set-up.ts';

const BEN = 'ben@example.com';

let { db, desk: harness, ann } = {} as TestSetup;
setUpEach(6, (setup) => ({ db, desk: harness, ann } = setup));

const outcome = (path: string, input: object, caller: Caller | undefined = ann): Promise<string> =>
  harness.outcome(harness.call(path, input, caller));

describe('logins', () => {
  const history = async () =>
    (await harness.call('user/logins', { page: 1, limit: 10 }, ann)) as {
      data: { outcome: string; new_device: boolean; address: string }[];
      total: number;
    };

  test('are stored with outcome and place, and the owner is notified of a new place', async () => {
    await harness.login(ANN);
    expect(harness.notices.filter(({ kind }) => kind === 'identity:new_device')).toEqual([]);
    const form = { user_string: ANN, password: PASSWORD };
    await harness.call('user/login', form, undefined, { address: '198.51.100.9' });
    await outcome('user/login', { ...form, password: 'wrong-one' }, undefined);
    expect(await history()).toMatchObject({
      total: 4,
      data: [
        { outcome: 'password_wrong', new_device: false },
        { outcome: 'ok', new_device: true, address: '198.51.100.9' },
        { outcome: 'ok', new_device: false },
        { outcome: 'ok', new_device: false },
      ],
    });
    expect(harness.notices.at(-1)).toMatchObject({
      kind: 'identity:new_device',
      values: { address: '198.51.100.9', device: 'Chrome · Android' },
    });
  });

  test('are read by operators, all or the refused ones', async () => {
    await outcome('user/login', { user_string: ANN, password: 'wrong-one' }, undefined);
    const read = async (failed: boolean) =>
      (await harness.identity.operators.logins(ann.userId, { page: 1, limit: 10 }, failed)).rows.map(
        (row) => row.outcome,
      );
    expect(await read(false)).toEqual(['password_wrong', 'ok']);
    expect(await read(true)).toEqual(['password_wrong']);
  });

  test("are visible to the account's owner only", async () => {
    const ben = await harness.open(BEN);
    expect(await harness.call('user/logins', { page: 1, limit: 10 }, ben)).toMatchObject({ total: 1 });
  });
});

test('the anti-phishing phrase is in every email from the moment it is set', async () => {
  const set = (text: string, password = PASSWORD) => outcome('safe/anti_phishing/set', { text, password });
  expect(await set('x')).toBe('anti_phishing_invalid');
  expect(await set('<b>bold</b>')).toBe('anti_phishing_invalid');
  expect(await set('blue heron', 'wrong-one')).toBe('password_wrong');
  expect(await set('blue heron')).toBe('ok');
  await harness.call('safe/send_code', { purpose: 'password' }, ann);
  const { rows } = await listOutbox(db, { page: 1, limit: 1 });
  expect(rows[0]?.body).toMatch(/^Your anti-phishing code: blue heron\n\n/);
});

describe('freezing', () => {
  test('ends sessions and API keys, and is undone only after the owner has proved to want it', async () => {
    await harness.setPay(ANN, ann);
    const { key } = (await makeKey()) as { key: string };
    expect(await outcome('safe/freeze', { password: 'wrong-one' })).toBe('password_wrong');
    expect(await outcome('safe/freeze', { password: PASSWORD })).toBe('ok');
    expect(await harness.outcome(harness.login(ANN))).toBe('account_frozen');
    expect(await signedOutcome(request(key, 'x'))).toBe('signature_wrong');
    const [frozen] = await harness.identity.users(db, [ann.userId]);
    expect(frozen).toMatchObject({ status: 'frozen', frozenBy: 'user', unfreezeMs: null });
    const { stoppable } = harness.credentials;
    const subject = String(ann.userId);
    // Without the owner's proof operators cannot ask to unfreeze an account that its owner froze.
    await expect(stoppable.checkResume?.(db, subject)).rejects.toMatchObject({ code: 'unfreeze_unasked' });
    await harness.call('sms_mail', { user_string: ANN, type: 'unfreeze' });
    const form = { user_string: ANN, password: PASSWORD, code: await harness.codeFor(ANN) };
    expect(await outcome('user/unfreeze', { ...form, password: 'wrong-one' }, undefined)).toBe(
      'login_failed',
    );
    expect(await outcome('user/unfreeze', form, undefined)).toBe('ok');
    expect(await harness.identity.operators.unfreezeRequests({ page: 1, limit: 10 })).toMatchObject({
      total: 1,
    });
    expect(await harness.outcome(harness.login(ANN))).toBe('account_frozen');
    await stoppable.checkResume?.(db, subject);
    const order = { reason: 'proved', by: 'risk', at: harness.clock.now() };
    await db.transact((tx) => stoppable.resume(tx, subject, order));
    expect(await harness.outcome(harness.login(ANN))).toBe('ok');
    expect(await harness.credentials.holdUntil(db, ann.userId)).toBe(harness.clock.now() + DAY_MS);
  });

  test('of a code for the way back one use is accepted, and wrong passwords count like those of logins', async () => {
    const send = () => outcome('sms_mail', { user_string: ANN, type: 'unfreeze' }, undefined);
    expect(await outcome('safe/freeze', { password: PASSWORD })).toBe('ok');
    for (let sent = 0; sent < 3; sent += 1) expect(await send()).toBe('ok');
    expect(await send()).toBe('too_many_attempts');
    const form = { user_string: ANN, password: PASSWORD, code: await harness.codeFor(ANN) };
    const ask = (change: object) => outcome('user/unfreeze', { ...form, ...change }, undefined);
    expect(await ask({ password: 'wrong-one' })).toBe('login_failed');
    expect(await ask({})).toBe('ok');
    expect(await ask({})).toMatch(/^code_/u);
    // A code that was used gives back the requests for codes.
    expect(await send()).toBe('ok');
    const next = { code: await harness.codeFor(ANN) };
    const outcomes = [];
    for (let time = 0; time < 7; time += 1) outcomes.push(await ask({ ...next, password: 'wrong-one' }));
    expect(outcomes).toEqual([...Array<string>(5).fill('login_failed'), ...outcomes.slice(5)]);
    expect(outcomes.slice(5)).not.toContain('login_failed');
    expect(await ask(next)).not.toBe('ok');
  });

  test('two operators remove a lost authenticator', async () => {
    await harness.setTotp(ann);
    const reset = harness.credentials.approvals['user:totp_reset'];
    const decision = { approval: 2, reason: 'lost phone', askedBy: 'support', approvedBy: 'risk' };
    await db.transact((tx) => reset?.execute(tx, { uid: ann.userId }, decision) ?? Promise.resolve());
    expect(await harness.outcome(harness.login(ANN))).toBe('ok');
  });
});

const makeKey = (change: object = {}) =>
  harness.call(
    'api_keys/create',
    { label: 'bot', trade: false, withdraw: false, pay_password: PAY, ...change },
    ann,
  );
const request = (key: string, secret: string, change: Partial<SignedRequest> = {}): SignedRequest => {
  const payload = `${harness.clock.now()}\nGET\n/api/wallet/list\n`;
  const signature = signatureOf(secret, payload);
  const timestamp = harness.clock.now();
  return { key, payload, signature, timestamp, windowMs: undefined, address: '203.0.113.7', ...change };
};
const signedOutcome = (signed: SignedRequest, right: ApiRight = 'read'): Promise<string> =>
  harness.outcome(harness.credentials.programs.authenticate(signed, right, true));

describe('API keys', () => {
  test('are created with a confirmation, shown once, and sign within their rights, window and addresses', async () => {
    expect(await harness.outcome(makeKey())).toBe('pay_password_unset');
    await harness.setPay(ANN, ann);
    expect(await harness.outcome(makeKey({ pay_password: '918273' }))).toBe('pay_password_wrong');
    expect(await harness.outcome(makeKey({ withdraw: true }))).toBe('network_needed');
    expect(await harness.outcome(makeKey({ networks: '203.0.113.0/33' }))).toBe('network_invalid');
    const made = (await makeKey({ networks: '203.0.113.0/24, 2001:db8::/32' })) as {
      key: string;
      secret: string;
    };
    expect(JSON.stringify(await harness.call('api_keys', {}, ann))).not.toContain(made.secret);
    const caller = await harness.credentials.programs.authenticate(
      request(made.key, made.secret),
      'read',
      true,
    );
    expect(caller.userId).toBe(ann.userId);
    const tried = (change: Partial<SignedRequest>) => signedOutcome(request(made.key, made.secret, change));
    expect(await tried({ payload: 'another' })).toBe('signature_wrong');
    expect(await tried({ signature: '00' })).toBe('signature_wrong');
    expect(await tried({ address: '198.51.100.9' })).toBe('signature_wrong');
    expect(await tried({ address: '2001:db8::7' })).toBe('ok');
    expect(await signedOutcome(request(made.key, made.secret), 'trade')).toBe('right_missing');
    const old = request(made.key, made.secret);
    harness.clock.advance(5_001);
    expect(await signedOutcome(old)).toBe('timestamp_outside');
    expect(await signedOutcome({ ...old, windowMs: 60_000 })).toBe('ok');
    // A minute is the longest window, whatever a client asks for.
    harness.clock.advance(54_999);
    expect(await signedOutcome({ ...old, windowMs: 600_000 })).toBe('ok');
    harness.clock.advance(1);
    expect(await signedOutcome({ ...old, windowMs: 600_000 })).toBe('timestamp_outside');
  });

  test('act for a verified user only once the verification has succeeded', async () => {
    await harness.setPay(ANN, ann);
    const made = (await makeKey()) as { key: string; secret: string };
    const verified: boolean[] = [];
    for (const state of [0, 1, 2]) {
      await db.run(sql`update identity_users set real_state = ${state} where id = ${ann.userId}`);
      // Longer than a key is cached.
      harness.clock.advance(2_001);
      const signed = request(made.key, made.secret);
      verified.push((await harness.credentials.programs.authenticate(signed, 'read', true)).verified);
    }
    expect(verified).toEqual([false, false, true]);
  });

  test('show the last use, each minute and each time it comes from another address', async () => {
    await harness.setPay(ANN, ann);
    const { key, secret } = (await makeKey()) as { key: string; secret: string };
    const opened = harness.clock.now();
    const usedFrom = async (address: string, afterMs: number) => {
      harness.clock.advance(afterMs);
      await signedOutcome(request(key, secret, { address }));
      const row = await db.one<{ at: number; address: string }>(
        sql`select used_at as at, used_from as address from credentials_api_keys`,
      );
      return [row.at - opened, row.address];
    };
    expect(await usedFrom('203.0.113.7', 0)).toEqual([0, '203.0.113.7']);
    // The key is cached for two seconds, and with it its last use.
    expect(await usedFrom('203.0.113.7', 1_000)).toEqual([0, '203.0.113.7']);
    expect(await usedFrom('198.51.100.9', 500)).toEqual([1_500, '198.51.100.9']);
    expect(await usedFrom('198.51.100.9', 59_999)).toEqual([1_500, '198.51.100.9']);
    expect(await usedFrom('198.51.100.9', 1)).toEqual([61_500, '198.51.100.9']);
  });

  test('are twenty at most', async () => {
    await harness.setPay(ANN, ann);
    await db.run(sql`
      insert into credentials_api_keys (user_id, key, secret_sealed, label, trade, withdraw, created_at)
      select ${ann.userId}, 'k' || n, '', 'bot', false, false, now() from generate_series(2, 20) as n`);
    expect(await harness.outcome(makeKey())).toBe('ok');
    expect(await harness.outcome(makeKey())).toBe('api_keys_full');
    await db.run(sql`update credentials_api_keys set removed_at = now() where key = 'k7'`);
    expect(await harness.outcome(makeKey())).toBe('ok');
  });

  test('with withdrawal right need narrow networks, name themselves, and wait for a day', async () => {
    await harness.setPay(ANN, ann);
    for (const networks of ['0.0.0.0/0', '203.0.113.7, 198.51.0.0/16', '2001:db8::/32'])
      expect(await harness.outcome(makeKey({ withdraw: true, networks }))).toBe('network_wide');
    const made = (await makeKey({ withdraw: true, networks: '203.0.113.0/24, 2001:db8::/56' })) as {
      id: number;
      key: string;
      secret: string;
      withdraw_from_ms: number;
    };
    expect(made.withdraw_from_ms).toBe(harness.clock.now() + DAY_MS);
    const signed = request(made.key, made.secret);
    expect(await signedOutcome(signed, 'trade')).toBe('right_missing');
    const { program } = await harness.credentials.programs.authenticate(signed, 'withdraw', true);
    expect(program).toEqual({ key: made.id, label: 'bot', since: harness.clock.now() });
    expect(harness.credentials.keyHoldUntil(program?.since ?? 0)).toBe(made.withdraw_from_ms);
    harness.clock.advance(DAY_MS);
    expect(harness.credentials.keyHoldUntil(program?.since ?? 0)).toBeUndefined();
    const unbound = db.run(sql`update credentials_api_keys set networks = '{}' where id = ${made.id}`);
    await expect(unbound).rejects.toThrow('credentials_api_keys_withdraw');
  });

  test('end at once, and only by their owner', async () => {
    await harness.setPay(ANN, ann);
    const made = (await makeKey()) as { id: number; key: string; secret: string };
    const ben = await harness.open(BEN);
    expect(await outcome('api_keys/remove', { id: made.id }, ben)).toBe('not_found');
    expect(await outcome('api_keys/remove', { id: made.id })).toBe('ok');
    expect(await signedOutcome(request(made.key, made.secret))).toBe('signature_wrong');
  });
});

describe('passkeys', () => {
  const add = async (device = softAuthenticator('karat.example')) => {
    const options = await harness.call('safe/passkey/options', await harness.proofOf(ANN, ann), ann);
    const credential = device.register(options, 'https://karat.example');
    return {
      device,
      credential,
      row: await harness.call('safe/passkey/add', { name: 'Phone', credential }, ann),
    };
  };

  test('open a session without a password or code, each challenge once', async () => {
    const { device } = await add();
    await harness.setTotp(ann);
    const options = await harness.call('user/passkey/options', {});
    const credential = device.sign(options, 'https://karat.example');
    const token = String(await harness.call('user/passkey/login', { credential }));
    expect(await harness.identity.authenticate(token)).toMatchObject({ userId: ann.userId });
    expect(await outcome('user/passkey/login', { credential }, undefined)).toBe('passkey_refused');
  });

  test('open nothing while the account is frozen; the history has the way of a login', async () => {
    const { device } = await add();
    const login = async () => {
      const options = await harness.call('user/passkey/options', {});
      return harness.call('user/passkey/login', {
        credential: device.sign(options, 'https://karat.example'),
      });
    };
    await login();
    expect(await harness.call('user/logins', { page: 1, limit: 10 }, ann)).toMatchObject({
      data: [{ way: 'passkey', outcome: 'ok' }, {}],
    });
    const { operators } = harness.identity;
    await db.transact((tx) => operators.freeze(tx, ann.userId, 'operator'));
    expect(await harness.outcome(login())).toBe('account_frozen');
    const opened = await db.rows(sql`select 1 from identity_sessions where user_id = ${ann.userId}`);
    expect(opened).toEqual([]);
  });

  test('hold withdrawals for a day from the moment when one is added or removed', async () => {
    const held = () => harness.credentials.holdUntil(db, ann.userId);
    harness.clock.advance(2 * DAY_MS);
    expect(await held()).toBeUndefined();
    const { row } = await add();
    expect(await held()).toBe(harness.clock.now() + DAY_MS);
    harness.clock.advance(2 * DAY_MS);
    expect(await held()).toBeUndefined();
    const { id } = row as { id: number };
    await harness.call('safe/passkey/remove', { id, ...(await harness.proofOf(ANN, ann)) }, ann);
    expect(await held()).toBe(harness.clock.now() + DAY_MS);
  });

  test('are ten at most, also where the tenth was added during the registration; a proof names those of the account', async () => {
    await add();
    const fill = (to: number) =>
      db.run(sql`
        insert into credentials_passkeys
          (user_id, credential_id, public_key, counter, transports, synced, name, created_at)
        select user_id, credential_id || '-' || number, public_key, 0, transports, synced, name, created_at
        from (select * from credentials_passkeys order by id limit 1) as added,
          generate_series((select count(*) from credentials_passkeys) + 1, ${to}::int) as number`);
    await fill(9);
    const proof = (await harness.call('safe/passkey/challenge', {}, ann)) as {
      allowCredentials: object[];
    };
    expect(proof.allowCredentials).toHaveLength(9);
    const options = await harness.call('safe/passkey/options', await harness.proofOf(ANN, ann), ann);
    await fill(10);
    const late = softAuthenticator('karat.example').register(options, 'https://karat.example');
    expect(await outcome('safe/passkey/add', { name: 'Late', credential: late })).toBe('passkeys_full');
    expect(await outcome('safe/passkey/options', await harness.proofOf(ANN, ann))).toBe('passkeys_full');
  });

  test('of two that are added at once as the tenth one is refused', async () => {
    await add();
    const copies = (queries: Queries, count: number) =>
      queries.run(sql`
        insert into credentials_passkeys
          (user_id, credential_id, public_key, counter, transports, synced, name, created_at)
        select user_id, credential_id || '-' || gen_random_uuid(), public_key, 0, transports, synced, name, created_at
        from (select * from credentials_passkeys order by id limit 1) as added, generate_series(1, ${count}::int)`);
    await copies(db, 8);
    const options = await harness.call('safe/passkey/options', await harness.proofOf(ANN, ann), ann);
    const credential = softAuthenticator('karat.example').register(options, 'https://karat.example');
    const late = await overlap(
      db,
      async (tx) => {
        await lockAccount(tx, ann.userId);
        await copies(tx, 1);
      },
      () => harness.call('safe/passkey/add', { name: 'Late', credential }, ann),
    );
    expect(late).toMatchObject({ hasWaited: true, reason: { code: 'passkeys_full' } });
  });

  test('are refused once another has counted on, and leave the challenges of others open', async () => {
    const { device } = await add();
    const [first, second] = [
      await harness.call('user/passkey/options', {}),
      await harness.call('user/passkey/options', {}),
    ];
    const credential = device.sign(first, 'https://karat.example');
    expect(await outcome('user/passkey/login', { credential }, undefined)).toBe('ok');
    device.countFrom(1);
    const copied = device.sign(second, 'https://karat.example');
    expect(await outcome('user/passkey/login', { credential: copied }, undefined)).toBe('passkey_refused');
    const options = await harness.call('safe/passkey/options', await harness.proofOf(ANN, ann), ann);
    const again = device.register(options, 'https://karat.example');
    expect(await outcome('safe/passkey/add', { name: 'Again', credential: again })).toBe('passkey_refused');
    expect(await harness.call('safe/passkeys', {}, ann)).toMatchObject([{ name: 'Phone' }]);
  });

  test('are refused from another origin, late, twice, or from another device', async () => {
    const { device, credential } = await add();
    expect(await outcome('safe/passkey/add', { name: 'Again', credential })).toBe('passkey_refused');
    const elsewhere = device.sign(await harness.call('user/passkey/options', {}), 'https://evil.example');
    expect(await outcome('user/passkey/login', { credential: elsewhere }, undefined)).toBe('passkey_refused');
    const stranger = softAuthenticator('karat.example');
    stranger.register(
      await harness.call('safe/passkey/options', await harness.proofOf(ANN, ann), ann),
      'https://karat.example',
    );
    const unknown = stranger.sign(await harness.call('user/passkey/options', {}), 'https://karat.example');
    expect(await outcome('user/passkey/login', { credential: unknown }, undefined)).toBe('passkey_refused');
    const late = device.sign(await harness.call('user/passkey/options', {}), 'https://karat.example');
    harness.clock.advance(5 * 60_000);
    expect(await outcome('user/passkey/login', { credential: late }, undefined)).toBe('passkey_refused');
    expect(await outcome('user/passkey/login', { credential: '{}' }, undefined)).toBe('passkey_refused');
  });

  test('need an origin of the site, and the proof of the owner to be added and removed', async () => {
    const foreign = harness.call('user/passkey/options', {}, undefined, { origin: undefined });
    expect(await harness.outcome(foreign)).toBe('passkey_origin');
    const proof = await harness.proofOf(ANN, ann);
    expect(await outcome('safe/passkey/options', { ...proof, password: 'wrong-one' })).toBe('password_wrong');
    expect(await outcome('safe/passkey/options', { password: PASSWORD })).toBe('proof_required');
    const { row } = await add();
    const { id } = row as { id: number };
    expect(await outcome('safe/passkey/remove', { id, password: PASSWORD })).toBe('proof_required');
    const next = await harness.proofOf(ANN, ann);
    expect(await outcome('safe/passkey/remove', { ...next, id, password: 'wrong-one' })).toBe(
      'password_wrong',
    );
    const ben = await harness.open(BEN);
    const foreignProof = await harness.proofOf(BEN, ben);
    expect(await outcome('safe/passkey/remove', { ...foreignProof, id }, ben)).toBe('not_found');
    expect(await outcome('safe/passkey/rename', { id, name: "Ben's" }, ben)).toBe('not_found');
    expect(await harness.call('safe/passkeys', {}, ann)).toMatchObject([{ id, name: 'Phone' }]);
    expect(await outcome('safe/passkey/remove', { ...next, id })).toBe('ok');
    expect(await harness.call('safe/passkeys', {}, ann)).toEqual([]);
  });
});
