import { get, operatorId, sessionId, userId } from '@karat/contract';
import type { Call, Who } from '@karat/contract';
import { virtualClock } from '@karat/platform/clock';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createAuthGuard } from './auth-guard.ts';
import type { AuthGuard, AuthGuardOptions, IncomingRequest } from './auth-guard.ts';
import type { Caller, OperatorCaller, SignedRequest } from './handlers.ts';
import type { Mounted } from './mount.ts';

const clock = virtualClock();
const user = (id: number, verified = true): Caller => ({
  userId: userId(id),
  sessionId: sessionId(id),
  verified,
});
const operator = (id: number, role: OperatorCaller['role'], more: object = {}): OperatorCaller => ({
  operatorId: operatorId(id),
  login: 'x',
  role,
  sessionId: sessionId(1),
  ...more,
});
const USERS: Readonly<Record<string, Caller>> = { ann: user(7), bob: user(8), new: user(9, false) };
const OPERATORS: Readonly<Record<string, OperatorCaller>> = {
  risk: operator(7, 'risk'),
  admin: operator(8, 'admin'),
  enrolling: operator(9, 'risk', { mustEnrol: true }),
};
const guardWith = (more: Partial<AuthGuardOptions> = {}): AuthGuard =>
  createAuthGuard({
    clock,
    limits: { accountPerMinute: 3, addressPerMinute: 2, unknownTokensPerMinute: 2, factor: 1 },
    authenticate: (token) => USERS[token],
    authenticateOperator: (token) => OPERATORS[token],
    ...more,
  });
const call = (who: Who, more: Partial<Call> = {}): Mounted => ({
  path: more.summary ?? 'a',
  call: { ...get({ who, effect: 'read', summary: '', input: z.object({}), reply: z.null() }), ...more },
  handler: () => null,
});
const from = (
  token: string | undefined,
  more: Partial<IncomingRequest> = {},
  address = '203.0.113.7',
): IncomingRequest => ({
  token,
  lang: 'en',
  request: { id: '1', address, userAgent: '', idempotencyKey: undefined },
  ...more,
});
const outcome = async (run: () => unknown): Promise<string> => {
  try {
    await run();
    return 'ok';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};
const times = async (count: number, run: () => unknown): Promise<string[]> => {
  const outcomes: string[] = [];
  for (let each = 0; each < count; each++) outcomes.push(await outcome(run));
  return outcomes;
};
const LIMITED = 'too_many_requests';

test('a call of users needs a session, one of verified users a verified identity', async () => {
  const guard = guardWith();
  const as = (who: Who, token?: string) => outcome(() => guard.authenticateRequest(call(who), from(token)));
  expect(await as('user', 'ann')).toBe('ok');
  expect(await as('user')).toBe('unauthenticated');
  expect(await as('user', 'nobody')).toBe('unauthenticated');
  expect(await as('user', 'new')).toBe('ok');
  expect(await as('verified', 'new')).toBe('not_verified');
  expect(await as('verified', 'bob')).toBe('ok');
});

test('a visitor call takes a wrong token for none, and gives the caller of a right one', async () => {
  const guard = guardWith();
  expect(await guard.authenticateRequest(call('visitor'), from('nobody'))).toBeUndefined();
  expect(await guard.authenticateRequest(call('visitor'), from('ann'))).toBe(USERS['ann']);
});

test('a call of operators takes no session of a user, and the other way round', async () => {
  const guard = guardWith();
  const who = { operator: ['risk'] } as const;
  const as = (token: string, of: Mounted) => outcome(() => guard.authenticateRequest(of, from(token)));
  expect(await as('risk', call(who))).toBe('ok');
  expect(await as('admin', call(who))).toBe('forbidden');
  expect(await as('ann', call(who))).toBe('unauthenticated');
  expect(await as('risk', call('user'))).toBe('unauthenticated');
  expect(await as('enrolling', call(who))).toBe('forbidden');
  expect(await as('enrolling', call(who, { enrolment: true }))).toBe('ok');
  expect(await as('admin', call(who, { enrolment: true }))).toBe('forbidden');
});

test('each account has its own minute; a user and an operator of the same number do not share one', async () => {
  const guard = guardWith();
  const ask = (token: string, who: Who) => () => guard.authenticateRequest(call(who), from(token));
  expect(await times(4, ask('ann', 'user'))).toEqual(['ok', 'ok', 'ok', LIMITED]);
  expect(await times(1, ask('bob', 'user'))).toEqual(['ok']);
  expect(await times(1, ask('risk', { operator: ['risk'] }))).toEqual(['ok']);
  clock.advance(20_000);
  expect(await times(2, ask('ann', 'user'))).toEqual(['ok', LIMITED]);
});

test('a user with a session does not count against the address, and the other way round', async () => {
  const guard = guardWith();
  const visit = () => guard.authenticateRequest(call('visitor'), from(undefined));
  expect(await times(3, visit)).toEqual(['ok', 'ok', LIMITED]);
  expect(await outcome(() => guard.authenticateRequest(call('user'), from('ann')))).toBe('ok');
});

test('visitors count by network: one IPv6 network is one visitor; a known device is its own', async () => {
  const guard = guardWith({ deviceKey: (token) => (token === 'known' ? 'device 1' : undefined) });
  const visit = (address: string, device?: string) => () => {
    const asking = from(undefined, {}, address);
    return guard.authenticateRequest(call('visitor'), { ...asking, request: { ...asking.request, device } });
  };
  expect(await times(2, visit('2001:db8::1'))).toEqual(['ok', 'ok']);
  expect(await times(1, visit('2001:db8::2'))).toEqual([LIMITED]);
  expect(await times(1, visit('2001:db8::2', 'forged'))).toEqual([LIMITED]);
  expect(await times(3, visit('2001:db8::2', 'known'))).toEqual(['ok', 'ok', LIMITED]);
  expect(await times(1, visit('2001:db8:0:1::1'))).toEqual(['ok']);
});

test('a limit of a call is counted for each caller and call, one of a class over its calls', async () => {
  const guard = guardWith();
  const ask =
    (more: Partial<Call>, token = 'ann') =>
    () =>
      guard.authenticateRequest(call('user', { perMinute: 1, ...more }), from(token));
  expect(await times(2, ask({ summary: 'a' }))).toEqual(['ok', LIMITED]);
  expect(await times(1, ask({ summary: 'a' }, 'bob'))).toEqual(['ok']);
  expect(await times(1, ask({ summary: 'b' }))).toEqual(['ok']);
  expect(await times(1, ask({ summary: 'c', rateClass: 'x' }))).toEqual(['ok']);
  expect(await times(1, ask({ summary: 'd', rateClass: 'x' }))).toEqual([LIMITED]);
  // Such calls take nothing from the account's minute.
  expect(await times(4, () => guard.authenticateRequest(call('user'), from('ann')))).toEqual([
    'ok',
    'ok',
    'ok',
    LIMITED,
  ]);
});

test('each item of a list counts as one request', async () => {
  const guard = guardWith();
  const batch = call('user', { perMinute: 5, rateClass: 'orders', countsEach: 'orders' });
  const items = (count: number, token = 'ann') =>
    outcome(async () => {
      const caller = await guard.authenticateRequest(batch, from(token));
      guard.countItems(batch, from(token), caller, { orders: Array(count).fill({}) });
    });
  expect(await items(3)).toBe('ok');
  // Two are left: too few for three, of which only the request itself counts.
  expect(await items(3)).toBe(LIMITED);
  expect(await items(1)).toBe('ok');
  expect(await items(1)).toBe(LIMITED);
  expect(await items(5, 'bob')).toBe('ok');
});

test('the factor multiplies every limit', async () => {
  const limits = { accountPerMinute: 1, addressPerMinute: 1, unknownTokensPerMinute: 1, factor: 2 };
  const guard = guardWith({ limits });
  const ask = (token: string | undefined, of: Mounted) => () => guard.authenticateRequest(of, from(token));
  const twice = ['ok', 'ok', LIMITED];
  expect(await times(3, ask('ann', call('user')))).toEqual(twice);
  expect(await times(3, ask('ann', call('user', { perMinute: 1 })))).toEqual(twice);
  expect(await times(3, ask(undefined, call('visitor')))).toEqual(twice);
  expect(await times(3, ask('nobody', call('user', { perMinute: 9 })))).toEqual([
    'unauthenticated',
    'unauthenticated',
    LIMITED,
  ]);
  expect(await times(3, () => guard.loginSession('ann', '203.0.113.9'))).toEqual([LIMITED, LIMITED, LIMITED]);
  expect(await times(3, () => guard.loginSession('bob', '203.0.113.9'))).toEqual(twice);
});

test('wrong tokens of a network are counted over calls and socket logins; a right one still enters', async () => {
  const guard = guardWith();
  const guess = () => guard.authenticateRequest(call('user', { perMinute: 99 }), from('nobody'));
  expect(await outcome(guess)).toBe('unauthenticated');
  expect(await guard.loginSession('nobody', '203.0.113.7')).toBeUndefined();
  expect(await outcome(() => guard.loginSession('nobody', '203.0.113.7'))).toBe(LIMITED);
  expect(await outcome(guess)).toBe(LIMITED);
  expect(await outcome(() => guard.loginSession('ann', '203.0.113.7'))).toBe('ok');
  expect(await guard.loginSession('nobody', '203.0.113.8')).toBeUndefined();
});

test('the session of a login on a socket is found for its address', async () => {
  const asked: unknown[] = [];
  const guard = guardWith({ authenticate: (token, address) => void asked.push([token, address]) });
  await guard.loginSession('ann', '203.0.113.9');
  await outcome(() => guard.authenticateRequest(call('user'), from('bob')));
  expect(asked).toEqual([
    ['ann', '203.0.113.9'],
    ['bob', '203.0.113.7'],
  ]);
});

test('guesses from one IPv6 network are counted together', async () => {
  const guard = guardWith();
  const guess = (address: string) => () => guard.loginSession('nobody', address);
  expect(await times(1, guess('2001:db8::1'))).toEqual(['ok']);
  expect(await times(2, guess('2001:db8::ffff'))).toEqual(['ok', LIMITED]);
  expect(await times(1, guess('2001:db8:0:1::1'))).toEqual(['ok']);
});

const signed: SignedRequest = {
  key: 'k',
  payload: '',
  signature: 'ab',
  timestamp: 0,
  windowMs: undefined,
  address: '203.0.113.7',
};
const program: Caller = { ...user(7), program: { key: 4, label: '', since: 0 } };

function programGuard({ fails = false, isUsed = false } = {}) {
  const events: string[] = [];
  const what = (right: string, isWrite: boolean): string => `${right}${isWrite ? ', write' : ''}`;
  const guard = guardWith({
    programs: {
      authenticate: async (_, right, isWrite) => {
        events.push(`signature ${what(right, isWrite)}`);
        if (fails) throw Object.assign(new Error(), { code: 'signature_wrong' });
        return program;
      },
      recheck: async (key, address, right, isWrite) => {
        events.push(`key ${key} ${address} ${what(right, isWrite)}`);
        return program;
      },
      takeOnce: async ({ signature }) => {
        events.push(`take ${signature}`);
        if (isUsed) throw Object.assign(new Error(), { code: 'signature_used' });
      },
    },
  });
  return { guard, events };
}
const trade = (effect: 'read' | 'write' | 'order' | 'money') => call('user', { effect, right: 'trade' });

test('the signature of a write or an order is used up after the rights are checked; of reads and money it is not', async () => {
  const { guard, events } = programGuard();
  const ask = (of: Mounted) => guard.authenticateRequest(of, from(undefined, { signed }));
  for (const effect of ['write', 'order'] as const) {
    expect(await ask(trade(effect))).toBe(program);
    expect(events.splice(0)).toEqual(['signature trade, write', 'take ab']);
  }
  // A key that was ended elsewhere must not move money either.
  const signatureOf = { read: 'signature trade', money: 'signature trade, write' };
  for (const effect of ['read', 'money'] as const) {
    await ask(trade(effect));
    expect(events.splice(0)).toEqual([signatureOf[effect]]);
    clock.advance(60_000);
  }
});

test('a request that is refused does not use up its signature', async () => {
  const { guard, events } = programGuard();
  const ask = (of: Mounted) => () => guard.authenticateRequest(of, from(undefined, { signed }));
  const rare = call('user', { effect: 'write', right: 'trade', perMinute: 1 });
  expect(await times(2, ask(rare))).toEqual(['ok', LIMITED]);
  expect(events.filter((event) => event.startsWith('take'))).toEqual(['take ab']);
});

test('a signature that was used before is refused, in a call and in a login', async () => {
  const { guard } = programGuard({ isUsed: true });
  expect(await outcome(() => guard.authenticateRequest(trade('write'), from(undefined, { signed })))).toBe(
    'signature_used',
  );
  expect(await outcome(() => guard.loginProgram(from(undefined, { signed })))).toBe('signature_used');
});

test('a call without a right is closed to keys, and without keys every signature is refused', async () => {
  const { guard, events } = programGuard();
  expect(await outcome(() => guard.authenticateRequest(call('user'), from('ann', { signed })))).toBe(
    'forbidden',
  );
  expect(events).toEqual([]);
  const closed = guardWith();
  expect(await outcome(() => closed.authenticateRequest(trade('read'), from('ann', { signed })))).toBe(
    'forbidden',
  );
});

test('a connection of a key is checked at each call, with the right of that call', async () => {
  const { guard, events } = programGuard();
  expect(await guard.authenticateRequest(trade('order'), from(undefined, { program: 4 }))).toBe(program);
  await guard.authenticateRequest(trade('read'), from(undefined, { program: 4 }));
  expect(events).toEqual(['key 4 203.0.113.7 trade, write', 'key 4 203.0.113.7 trade']);
});

test('wrong signatures are guesses of their network', async () => {
  const { guard } = programGuard({ fails: true });
  expect(await times(3, () => guard.authenticateRequest(trade('read'), from(undefined, { signed })))).toEqual(
    ['signature_wrong', 'signature_wrong', LIMITED],
  );
});

test('a login of a key needs the right to read, uses up its signature and counts against the account', async () => {
  const { guard, events } = programGuard();
  const login = () => guard.loginProgram(from(undefined, { signed }));
  expect(await times(4, login)).toEqual(['ok', 'ok', 'ok', LIMITED]);
  expect(events.slice(0, 2)).toEqual(['signature read, write', 'take ab']);
  expect(events.filter((event) => event.startsWith('take'))).toHaveLength(3);
});

test('calls of users without a session count against the address too', async () => {
  const guard = guardWith();
  const ask = () => guard.authenticateRequest(call('user'), from(undefined));
  expect(await times(3, ask)).toEqual(['unauthenticated', 'unauthenticated', LIMITED]);
});

test('the second item of a list counts as well', async () => {
  const guard = guardWith();
  const batch = call('user', { perMinute: 2, countsEach: 'orders' });
  const ask = (count: number) => async () => {
    const caller = await guard.authenticateRequest(batch, from('ann'));
    guard.countItems(batch, from('ann'), caller, { orders: Array(count).fill({}) });
  };
  expect(await times(1, ask(1))).toEqual(['ok']);
  expect(await times(1, ask(2))).toEqual([LIMITED]);
});
