import type { ApiRight, UserId } from '@karat/contract';
import type { Topic } from '@karat/platform/bus';
import type { SignedRequest } from '@karat/platform/http';
import { createRelay } from '@karat/platform/outbox';
import type { Consumer } from '@karat/platform/outbox';
import { apiKeysEnded, credentialsRelayedTopics } from './index.ts';
import { identityRelayedTopics, sessionsEnded } from '@karat/domains/identity';
import { expect, test } from 'vitest';
import { createLiveKeyLookup } from './live-keys.ts';
import { signatureOf } from './signed.ts';
import { PASSWORD, openCredentials } from './testing/harness.ts';
import type { CredentialsHarness } from './testing/harness.ts';
import { ANN, setUpEach } from './testing/set-up.ts';
import type { TestSetup } from './testing/set-up.ts';

let { db, desk: harness, ann, directory } = {} as TestSetup;
/** Another process on the same database, with caches and a bus of its own. */
let other: CredentialsHarness;
let relay: Consumer;
setUpEach(6, async (setup) => {
  ({ db, desk: harness, ann, directory } = setup);
  other = openCredentials(db, directory);
  relay = await createRelay(other.ctx, [...identityRelayedTopics, ...credentialsRelayedTopics]);
});

interface MadeKey {
  readonly id: number;
  readonly key: string;
  readonly secret: string;
}

async function makeKey(): Promise<MadeKey> {
  await harness.setPay(ANN, ann);
  const form = { label: 'bot', trade: true, withdraw: false, pay_password: '274951' };
  return (await harness.call('api_keys/create', form, ann)) as MadeKey;
}
const request = ({ key, secret }: MadeKey): SignedRequest => {
  const timestamp = other.clock.now();
  const payload = `${timestamp}\nGET\n/api/wallet/list\n`;
  const signature = signatureOf(secret, payload);
  return { key, payload, signature, timestamp, windowMs: undefined, address: '203.0.113.7' };
};
const outcome = (made: MadeKey, isWrite: boolean, right: ApiRight = 'trade'): Promise<string> =>
  other.outcome(other.credentials.programs.authenticate(request(made), right, isWrite));
const onSocket = (made: MadeKey, isWrite: boolean): Promise<string> =>
  other.outcome(other.credentials.programs.recheck(made.id, '203.0.113.7', 'trade', isWrite));
/**
 * Runs the relay until Ann's event has come. Long transactions of other databases hold events back, and a relay begins with those
 * of the test before, so the first that comes may be another.
 */
const receive = async (from: Topic<{ readonly userId: UserId }>): Promise<void> => {
  let hasCome = false;
  other.ctx.bus.subscribe(from, ({ userId }) => {
    hasCome ||= userId === ann.userId;
  });
  while (!hasCome) await relay.runDue();
};

test('a key that another process ended makes no change from that moment on, over HTTP or a socket', async () => {
  const made = await makeKey();
  expect([await outcome(made, true), await onSocket(made, true)]).toEqual(['ok', 'ok']);
  await harness.call('api_keys/remove', { id: made.id }, ann);
  const all = await Promise.all([
    ...Array.from({ length: 50 }, () => outcome(made, true)),
    ...Array.from({ length: 50 }, () => onSocket(made, true)),
  ]);
  expect(new Set(all)).toEqual(new Set(['signature_wrong', 'unauthenticated']));
});

test('keys that end with a freeze or a new password make no change either', async () => {
  for (const end of [
    () => harness.call('safe/freeze', { password: PASSWORD }, ann),
    () => db.transact((tx) => harness.credentials.endApiKeys(tx, ann.userId, 'password')),
  ]) {
    const made = await makeKey().catch(() => undefined);
    if (made === undefined) continue;
    expect(await outcome(made, true)).toBe('ok');
    await end();
    expect(await outcome(made, true)).not.toBe('ok');
  }
});

test('a read is answered until the message of the other process has come, two seconds at most', async () => {
  const made = await makeKey();
  expect(await outcome(made, false)).toBe('ok');
  await harness.call('api_keys/remove', { id: made.id }, ann);
  expect(await outcome(made, false)).toBe('ok');
  await receive(apiKeysEnded);
  expect(await outcome(made, false)).toBe('signature_wrong');
});

test('without a message a read is refused after two seconds', async () => {
  const made = await makeKey();
  expect(await outcome(made, false)).toBe('ok');
  await harness.call('api_keys/remove', { id: made.id }, ann);
  other.clock.advance(2_000);
  expect(await outcome(made, false)).toBe('signature_wrong');
});

test('a session that another process ended is closed here as soon as the message has come', async () => {
  const token = await harness.login(ANN);
  expect(await other.identity.authenticate(token)).toMatchObject({ userId: ann.userId });
  const here = await harness.identity.authenticate(token);
  await harness.call('user/logout', {}, here);
  await receive(sessionsEnded);
  expect(await other.identity.authenticate(token)).toBeUndefined();
});

test('many calls at once share queries, one at a time, and none begins before its call', async () => {
  const made = await makeKey();
  let running = 0;
  let queries = 0;
  let isEnded = false;
  const isLive = createLiveKeyLookup({
    ...db,
    async prepared(...query) {
      queries += 1;
      running += 1;
      expect(running).toBe(1);
      const rows = await db.prepared<never>(...query);
      running -= 1;
      return rows;
    },
  });
  const before = Array.from({ length: 200 }, () => isLive(made.id));
  const ending = harness.call('api_keys/remove', { id: made.id }, ann).then(() => {
    isEnded = true;
  });
  const after: Promise<boolean>[] = [];
  while (after.length < 200) {
    await isLive(0);
    if (isEnded) after.push(isLive(made.id));
  }
  await ending;
  await Promise.all(before);
  expect((await Promise.all(after)).some((live) => live)).toBe(false);
  expect(queries).toBeLessThan(400);
});

test('a failed query refuses its callers only', async () => {
  const made = await makeKey();
  let fails = true;
  const isLive = createLiveKeyLookup({
    ...db,
    prepared: (...query) => (fails ? Promise.reject(new Error('gone')) : db.prepared<never>(...query)),
  });
  await expect(Promise.all([isLive(made.id), isLive(made.id)])).rejects.toThrow('gone');
  fails = false;
  expect(await isLive(made.id)).toBe(true);
});
