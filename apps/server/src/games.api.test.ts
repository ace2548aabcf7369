import { sha256Hex } from '@karat/evidence';
import { demoLogins } from '@karat/domains/operators';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { clockAt } from './testing/hours.ts';
import { verifyByDocs } from './testing/verify-by-docs.ts';

/** Entries take the later of the clocks of server and database: this one starts at the time of the machine. */
const clock = clockAt(Date.now());
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const RIGHT_ANSWERS = '1:2,2:3,3:1,4:2';
const STAKES = { currency_id: 3, stake_min: '1', stake_max: '500', user_max: '1000', fee_percent: '5' };
const REASON = { reason: 'a test of games' };

let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let bruno: string;
let chloe: string;
let risk: string;
let admin: string;

type Body = Readonly<Record<string, string | number>>;
const reply = <P extends Path>(token: string | undefined, path: P, body: Body = {}, key?: string) =>
  server.reply(path, {
    ...(token === undefined ? {} : { token }),
    body,
    ...(key === undefined ? {} : { key }),
  }) as Promise<ReplyAt<P>>;
const errorOf = async (token: string | undefined, path: Path, body: Body): Promise<string | undefined> =>
  (await server.ask(path, { token, body })).error;
const readError = async (token: string, path: Path, body: Body): Promise<string | undefined> =>
  (await server.ask(path, { token, body, method: 'GET' })).error;
const free = async (token: string): Promise<number> => {
  const { currencies } = await reply(token, 'game/config');
  return Number(currencies.find(({ name }) => name === 'USDT')?.available);
};
const timesFrom = (opensMs: number) => ({
  opens_ms: opensMs,
  closes_ms: opensMs + HOUR_MS,
  settles_ms: opensMs + 2 * HOUR_MS,
});

/** Password and present one-time code of a demo operator. */
function proofOf(operator: string) {
  const { password = '', totp = '' } = demoLogins(clock.now()).find(({ login }) => login === operator) ?? {};
  return { password, totp };
}

/** Approves the newest request as the admin, with a fresh code. */
async function approve(): Promise<string> {
  const [asked] = (await reply(admin, 'console/approvals', { state: 'asked' })).data;
  if (!asked) return expect.fail('nothing was asked');
  clock.turn(MINUTE_MS);
  const body = { id: asked.id, digest: asked.digest, ...proofOf('admin') };
  return (await server.ask('console/approve', { token: admin, body })).error ?? 'ok';
}

/** Refreshes the sessions of operators, which do not last long. */
async function loginOperators(): Promise<void> {
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
}

/** Rounds that two operators have added, newest first. */
const newestRound = async () =>
  (await reply(risk, 'console/game_rounds', {})).data[0] ?? expect.fail('no round');

/** Adds a price question on BTC that opens in some minutes. */
async function addPriceRound(levels = '1') {
  const round = { match_id: 1, levels, ...STAKES, ...timesFrom(clock.now() + 5 * MINUTE_MS) };
  await reply(risk, 'console/game_price_round', { ...round, ...REASON });
  expect(await approve()).toBe('ok');
  return newestRound();
}

/** Uploads a picture as evidence and returns its address. */
async function uploadEvidence(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([PICTURE]), 'file');
  return String((await server.ask('console/game_evidence', { token: risk, body: form })).message);
}

async function freshPrice(): Promise<void> {
  while ((await reply(undefined, 'market/index', { match_id: 1 })).stale);
}

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database, {}, { clock });
  [alice, bruno, chloe] = [
    await server.login('alice'),
    await server.login('bruno'),
    await server.login('chloe'),
  ];
  await loginOperators();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('a visitor reads rounds, committed terms and all stakes, and cannot enter', async () => {
  const config = await reply(undefined, 'game/config');
  expect(config).toMatchObject({ dispute_hours: 24, caller: null, schedules: [{ time: '16:00' }] });
  expect(config.currencies.map(({ name, available }) => [name, available])).toEqual([
    ['USDT', null],
    ['USDC', null],
  ]);
  const { data } = await reply(undefined, 'game/index', { status: 2 });
  expect(data.map(({ kind }) => kind)).toEqual(['price', 'price', 'decided']);
  expect((await reply(undefined, 'game/index', { status: 1 })).data).toHaveLength(1);
  expect((await reply(undefined, 'game/index', { match_id: 1, kind: 'decided' })).data).toEqual([]);
  for (const { id, pool } of data) {
    const round = await reply(undefined, 'game/round', { id });
    expect(sha256Hex(round.terms)).toBe(round.hash);
    const stakes = (await reply(undefined, 'game/stakes', { id })).data;
    expect(stakes.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(pool));
    expect(stakes.some(({ own }) => own)).toBe(false);
  }
  for (const path of ['game/round', 'game/stakes'] as const)
    expect((await server.ask(path, { method: 'GET', body: { id: 9_999 } })).error).toBe('game_unknown');
  for (const path of ['game/enter', 'game/quiz_answer', 'game/dispute'] as const)
    expect((await server.ask(path, { body: {} })).type).toBe('999');
});

test('the quiz and the list of regions come before the first entry', async () => {
  const { id } = (await reply(alice, 'game/index', { status: 2, kind: 'decided' })).data[0] ?? expect.fail();
  const entry = { id, option: 1, amount: 5 };
  expect(await errorOf(alice, 'game/enter', entry)).toBe('game_quiz_required');
  expect((await reply(alice, 'game/quiz')).questions).toHaveLength(4);
  const answer = { answers: RIGHT_ANSWERS, country: 'HK' };
  expect(await errorOf(alice, 'game/quiz_answer', { ...answer, answers: '1:9' })).toBe('option_quiz_invalid');
  expect(await errorOf(alice, 'game/quiz_answer', { ...answer, country: 'XX' })).toBe('area_unknown');
  expect(await reply(alice, 'game/quiz_answer', { ...answer, answers: '1:1,2:3,3:1,4:1' })).toEqual({
    passed: false,
    wrong: [1, 4],
  });
  expect((await reply(alice, 'game/quiz_answer', answer)).passed).toBe(true);
  await reply(bruno, 'game/quiz_answer', { ...answer, country: 'GB' });
  expect(await errorOf(bruno, 'game/enter', entry)).toBe('game_region');
  expect((await reply(bruno, 'game/config')).caller).toMatchObject({ region_allowed: false });
});

test('an entry is one per key, final, and only its owner reads it', async () => {
  const { id, hash } =
    (await reply(alice, 'game/index', { status: 2, kind: 'decided' })).data[0] ?? expect.fail();
  const before = await free(alice);
  const body = { id, option: 2, amount: '40.5', hash };
  const entry = await reply(alice, 'game/enter', body, 'first');
  expect(entry).toMatchObject({ round_id: id, option: 2, amount: '40.5', status: 2, payout: null });
  expect((await reply(alice, 'game/enter', body, 'first')).id).toBe(entry.id);
  const other = await server.ask('game/enter', { token: alice, body: { ...body, amount: 41 }, key: 'first' });
  expect(other.error).toBe('idempotency_conflict');
  expect(await free(alice)).toBe(before - 40.5);
  expect((await reply(alice, 'game/entry', { id: entry.id })).amount).toBe('40.5');
  expect(await readError(bruno, 'game/entry', { id: entry.id })).toBe('game_entry_unknown');
  expect((await reply(bruno, 'game/entries', { round: id })).total).toBe(0);
  expect((await reply(alice, 'game/entries', { status: 2 })).data.map((each) => each.id)).toEqual([entry.id]);
  const stakes = (await reply(bruno, 'game/stakes', { id })).data;
  expect(stakes.filter(({ own }) => own)).toEqual([]);
  expect((await reply(alice, 'game/round', { id })).own_stake).toBe('40.5');
  expect(await reply(alice, 'game/record')).toMatchObject({ open: 1, staked: '0', hit_rate: null });
  expect((await reply(alice, 'wallet/bills', {})).data[0]).toMatchObject({
    kind: 'game:stake',
    value: '-40.5',
  });
});

test.each([
  ['game_unknown', { id: 9_999 }],
  ['game_option', { option: 3 }],
  ['game_terms_changed', { hash: '0'.repeat(64) }],
  ['game_stake_limits', { amount: '0.5' }],
  ['game_stake_limits', { amount: 501 }],
  ['amount_too_precise', { amount: '1.0000001' }],
  ['parameter_error', { amount: '-1' }],
  ['parameter_error', { option: 0 }],
] as const)(
  'an entry is refused with %s in the language of the caller, and moves nothing',
  async (code, wrong) => {
    const { id } =
      (await reply(alice, 'game/index', { status: 2, kind: 'decided' })).data[0] ?? expect.fail();
    const before = await free(alice);
    const texts = new Set<unknown>();
    for (const lang of ['en', 'jp', 'zh']) {
      const body = { id, option: 1, amount: 5, ...wrong };
      const answer = await server.ask('game/enter', { token: alice, body, lang });
      expect(answer.error).toBe(code);
      texts.add(answer.message);
    }
    expect(texts.size).toBe(3);
    expect(await free(alice)).toBe(before);
  },
);

test('of twenty entries at once those within the limit of a user enter, and the pool is their sum', async () => {
  const { id, pool, entries } =
    (await reply(alice, 'game/index', { status: 2, kind: 'decided' })).data[0] ?? expect.fail();
  const before = await free(alice);
  // 40.5 of 2,000 are used: three more entries of 500.
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      server.ask('game/enter', {
        token: alice,
        body: { id, option: 1, amount: 500 },
        key: `parallel-${index}`,
      }),
    ),
  );
  const codes = replies.map(({ error }) => error ?? 'ok').toSorted();
  expect(codes).toEqual([...Array<string>(17).fill('game_user_max'), ...Array<string>(3).fill('ok')]);
  expect(await free(alice)).toBe(before - 1_500);
  const round = await reply(alice, 'game/round', { id });
  expect([Number(round.pool), round.entries]).toEqual([Number(pool) + 1_500, entries + 3]);
  const same = await Promise.all(
    Array.from({ length: 20 }, () => reply(alice, 'game/enter', { id, option: 1, amount: 5 }, 'twenty')),
  );
  expect(new Set(same.map((entry) => entry.id)).size).toBe(1);
  expect(await free(alice)).toBe(before - 1_505);
});

test('daily limits and the pause that a user sets for options hold for games', async () => {
  const { id } = (await reply(chloe, 'game/index', { status: 2, kind: 'decided' })).data[0] ?? expect.fail();
  const { daily_stake: staked } = await reply(chloe, 'microtrade/limits');
  const body = { id, option: 1, amount: 10 };
  const used = Number(staked.used);
  await reply(chloe, 'microtrade/limit', { kind: 'daily_stake', amount: used + 15 });
  await reply(chloe, 'game/enter', body);
  expect(Number((await reply(chloe, 'microtrade/limits')).daily_stake.used)).toBe(used + 10);
  expect(await errorOf(chloe, 'game/enter', body)).toBe('option_daily_stake');
  await reply(chloe, 'microtrade/limit', { kind: 'daily_loss', amount: 1 });
  expect(await errorOf(chloe, 'game/enter', { ...body, amount: 3 })).toBe('option_daily_loss');
  await reply(chloe, 'microtrade/cool_off', { hours: 24 });
  expect(await errorOf(chloe, 'game/enter', { ...body, amount: 1 })).toBe('option_cooling_off');
  expect((await reply(chloe, 'game/config')).caller?.limits.cooling_until_ms).toBeGreaterThan(clock.now());
});

test('two people add a price question; wrong terms, one person alone and other roles are refused', async () => {
  const opens = clock.now() + HOUR_MS;
  const round = { match_id: 1, levels: '30000', ...STAKES, ...timesFrom(opens), ...REASON };
  const refusals = [
    [{ match_id: 9_999 }, 'market_unknown'],
    [{ match_id: 101 }, 'value_invalid'],
    [{ levels: '2,1' }, 'value_invalid'],
    [{ levels: 'high' }, 'parameter_error'],
    [{ currency_id: 1 }, 'value_invalid'],
    [{ stake_max: '0.5' }, 'value_invalid'],
    [{ user_max: '499' }, 'value_invalid'],
    [{ fee_percent: '10.1' }, 'value_invalid'],
    [{ stake_min: '1.0000001' }, 'amount_too_precise'],
    [{ opens_ms: clock.now() - 1 }, 'value_invalid'],
    [{ closes_ms: opens }, 'value_invalid'],
    [{ settles_ms: opens + 1 }, 'value_invalid'],
    [{ reason: '' }, 'parameter_error'],
  ] as const;
  for (const [wrong, error] of refusals)
    expect(
      await errorOf(risk, 'console/game_price_round', { ...round, ...wrong }),
      JSON.stringify(wrong),
    ).toBe(error);
  expect((await server.ask('console/game_price_round', { token: alice, body: round })).type).toBe('999');
  const support = await server.loginOperator('support');
  expect(await errorOf(support, 'console/game_price_round', round)).toBe('forbidden');
  const { total } = await reply(risk, 'console/game_rounds', {});
  const asked = await reply(risk, 'console/game_price_round', round);
  clock.turn(MINUTE_MS);
  const own = { id: asked.id, digest: asked.digest, ...proofOf('risk') };
  expect(await errorOf(risk, 'console/approve', own)).toBe('approval_own');
  expect((await reply(risk, 'console/game_rounds', {})).total).toBe(total);
  expect(await approve()).toBe('ok');
  const added = await newestRound();
  expect(added).toMatchObject({ kind: 'price', state: 'coming', levels: ['30000'], fee_percent: '5' });
  expect(await errorOf(alice, 'game/enter', { id: added.id, option: 1, amount: 5 })).toBe('game_not_open');
});

test('a price question pays by its ticks, and the receipt of an entry is proved', async () => {
  const { id, opens_ms: opens, closes_ms: closes, settles_ms: settles } = await addPriceRound();
  clock.turn(opens - clock.now() + 1_000);
  const right = await reply(alice, 'game/enter', { id, option: 2, amount: 100 });
  const wrong = await reply(alice, 'game/enter', { id, option: 1, amount: 300 });
  const { preview } = await reply(risk, 'console/game_round', { id });
  expect(preview.map(({ paid, fee, multiple }) => [paid, fee, multiple])).toEqual([
    ['380', '20', '1.2666'],
    ['380', '20', '3.8'],
  ]);
  expect((await reply(risk, 'console/game_entries', { id })).data.map(({ uid }) => uid)).toEqual([
    100_001, 100_001,
  ]);
  clock.turn(closes - clock.now());
  await loginOperators();
  expect(await errorOf(alice, 'game/enter', { id, option: 2, amount: 5 })).toBe('game_closed');
  // Nobody can decide it, or cancel it after its closing.
  const link = 'https://example.com/price';
  const file = await uploadEvidence();
  const answer = { id, option: 1, link, file, note: 'A price of my own.', ...REASON };
  expect(await errorOf(risk, 'console/game_answer', answer)).toBe('game_state');
  const cancel = { id, text: 'This does not take place.', ...REASON };
  expect(await errorOf(risk, 'console/game_cancel', cancel)).toBe('game_state');
  const before = await free(alice);
  // The last five seconds are those of the index itself.
  clock.turn(settles - clock.now() - 5_500);
  await expect
    .poll(() => reply(alice, 'game/entry', { id: right.id }))
    .toMatchObject({ status: 5, payout: '380', right: 2 });
  expect(await reply(alice, 'game/entry', { id: wrong.id })).toMatchObject({ status: 6, payout: '0' });
  expect(await free(alice)).toBe(before + 380);
  expect(await reply(alice, 'game/round', { id })).toMatchObject({
    right: 2,
    outcome: 'paid',
    own_payout: '380',
  });
  const [receipt] = await reply(alice, 'proofs/mine', { kind: 'games', subject: right.id });
  expect(receipt?.receipt).toMatchObject({ result: { payout: '380' } });
  // The next signed head follows the ticks.
  clock.turn(MINUTE_MS);
  await freshPrice();
  const address = `${server.url}/api/proofs/receipt?hash=${receipt?.hash}`;
  expect(await verifyByDocs(address)).toMatchObject({ status: 0 });
  expect(await reply(alice, 'game/record')).toMatchObject({
    right: 1,
    missed: 1,
    staked: '400',
    paid: '380',
    net: '-20',
    hit_rate: '50',
  });
  const kinds = (await reply(alice, 'mailMessage/getList')).data.map(({ kind }) => kind);
  expect(kinds.slice(0, 2).toSorted()).toEqual(['games:missed', 'games:right']);
});

test('a question of operators is answered with evidence, disputed, answered again and paid after the window', async () => {
  await loginOperators();
  const texts = { en: { question: 'Who wins the final?', options: ['Red', 'Green'], source: 'The league' } };
  const opens = clock.now() + 5 * MINUTE_MS;
  const question = { texts: JSON.stringify(texts), ...STAKES, ...timesFrom(opens), ...REASON };
  const twice = { en: { ...texts.en, options: ['Red', 'Red'] } };
  for (const [wrong, error] of [
    [{ texts: JSON.stringify(twice) }, 'game_texts'],
    [{ texts: JSON.stringify({ en: texts.en, jp: texts.en }) }, 'game_texts'],
    [{ texts: '{}' }, 'game_texts'],
    [{ texts: 'none' }, 'parameter_error'],
  ] as const)
    expect(await errorOf(risk, 'console/game_question', { ...question, ...wrong })).toBe(error);
  await reply(risk, 'console/game_question', question);
  expect(await approve()).toBe('ok');
  const { id, settles_ms: settles } = await newestRound();
  clock.turn(opens - clock.now() + 1_000);
  await reply(alice, 'game/enter', { id, option: 1, amount: 200 });
  const answer = { id, option: 2, link: 'https://example.com/final', note: 'As broadcast.', ...REASON };
  expect(await errorOf(risk, 'console/game_answer', { ...answer, file: await uploadEvidence() })).toBe(
    'game_state',
  );
  clock.turn(settles - clock.now() + 1_000);
  await loginOperators();
  const dispute = { id, reason: 'The referee decided otherwise.' };
  expect(await errorOf(alice, 'game/dispute', dispute)).toBe('game_dispute_closed');
  const file = await uploadEvidence();
  for (const [wrong, error] of [
    [{ id: 9_999 }, 'game_unknown'],
    [{ option: 3 }, 'game_option'],
    [{ file: '/files/abcdefghijklmnopqrstuv' }, 'image_invalid'],
    [{ link: 'javascript:alert(1)' }, 'parameter_error'],
  ] as const)
    expect(await errorOf(risk, 'console/game_answer', { ...answer, file, ...wrong })).toBe(error);
  await reply(risk, 'console/game_answer', { ...answer, file });
  expect((await reply(alice, 'game/round', { id })).right).toBeNull();
  expect(await approve()).toBe('ok');
  expect(await reply(alice, 'game/round', { id })).toMatchObject({
    right: 2,
    dispute: { allowed: true, open: 0 },
    evidence: [{ option: 2, link: answer.link, withdrawn: false }],
  });
  expect(await errorOf(bruno, 'game/dispute', dispute)).toBe('game_not_entered');
  expect(await errorOf(alice, 'game/dispute', { ...dispute, id: 9_999 })).toBe('game_unknown');
  const sent = await reply(alice, 'game/dispute', dispute);
  expect(await errorOf(alice, 'game/dispute', dispute)).toBe('game_dispute_known');
  expect((await reply(bruno, 'game/disputes')).total).toBe(0);
  const [open] = (await reply(risk, 'console/game_disputes', { state: 'open' })).data;
  expect(open).toMatchObject({ id: sent.id, uid: 100_001, decided_by: null });
  const decision = { id: sent.id, decision: 'accepted', answer: 'You are right.', ...REASON };
  expect(await errorOf(risk, 'console/game_dispute', { ...decision, id: 9_999 })).toBe(
    'game_dispute_unknown',
  );
  await reply(risk, 'console/game_dispute', decision);
  expect(await approve()).toBe('ok');
  expect(await errorOf(risk, 'console/game_dispute', decision)).toBe('game_dispute_decided');
  expect((await reply(alice, 'game/disputes')).data[0]).toMatchObject({ state: 'accepted' });
  await reply(risk, 'console/game_answer', { ...answer, option: 1, file: await uploadEvidence() });
  expect(await approve()).toBe('ok');
  const before = await free(alice);
  const { dispute_ends_ms: ends } = await reply(alice, 'game/round', { id });
  clock.turn((ends ?? 0) - clock.now() + 1_000);
  await expect
    .poll(() => reply(alice, 'game/round', { id }))
    .toMatchObject({ right: 1, outcome: 'paid', own_payout: '190' });
  expect(await free(alice)).toBe(before + 190);
});

test('a cancelled round returns every stake; schedules are added and ended by two people', async () => {
  await loginOperators();
  const { id, opens_ms: opens } = await addPriceRound('40000,50000');
  clock.turn(opens - clock.now() + 1_000);
  const before = await free(alice);
  const entry = await reply(alice, 'game/enter', { id, option: 3, amount: 70 });
  const cancel = { id, text: 'The market is halted.', ...REASON };
  expect(await errorOf(risk, 'console/game_cancel', { ...cancel, id: 9_999 })).toBe('game_unknown');
  await reply(risk, 'console/game_cancel', cancel);
  expect(await approve()).toBe('ok');
  await expect
    .poll(() => reply(alice, 'game/entry', { id: entry.id }))
    .toMatchObject({ status: 7, payout: '70' });
  expect(await free(alice)).toBe(before);
  expect((await reply(alice, 'game/round', { id })).cancel_reason).toBe(cancel.text);
  expect(await errorOf(alice, 'game/enter', { id, option: 3, amount: 5 })).toBe('game_closed');
  const schedule = { match_id: 1, ...STAKES, time: '08:30', step: '100', ...REASON };
  const minutes = { create_before: 600, open_before: 590, close_before: 30 };
  expect(await errorOf(risk, 'console/game_schedule', { ...schedule, ...minutes, open_before: 600 })).toBe(
    'value_invalid',
  );
  await reply(risk, 'console/game_schedule', { ...schedule, ...minutes });
  expect(await approve()).toBe('ok');
  const { schedules } = await reply(risk, 'console/games');
  const added = schedules.find(({ time }) => time === '08:30') ?? expect.fail('no schedule');
  expect(sha256Hex(added.terms)).toBe(added.hash);
  await reply(risk, 'console/game_schedule_end', { id: added.id, ...REASON });
  expect(await approve()).toBe('ok');
  expect((await reply(undefined, 'game/config')).schedules.map(({ time }) => time)).toEqual(['16:00']);
  expect(await errorOf(risk, 'console/game_schedule_end', { id: added.id, ...REASON })).toBe(
    'game_schedule_unknown',
  );
});
