import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './operator.ts';
import { ALICE, BRUNO, BTC_USDT, CHLOE, GamesFixture, START } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: GamesFixture;

type Games = Contract['games'];
const call = <Path extends Extract<keyof Games, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.games, consoleHandlers(fixture.deps), path, { login: 'risk', fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await GamesFixture.open(database.db);
  await seedDemoOperators(fixture.ctx, plainPasswords);
  await fixture.admit('1000', ALICE, BRUNO, CHLOE);
});
afterAll(() => database.drop());

test('rounds by state and kind, entries, disputes, and the sums of each currency', async () => {
  const settled = await fixture.priceRound('30000', { fee_percent: '4' });
  await fixture.enter(settled.id, ALICE, 1, '20');
  fixture.clock.advance(MINUTE_MS);
  await fixture.enter(settled.id, BRUNO, 2, '50');
  await fixture.settleAt(settled, '31000');
  const question = await fixture.question({ stake_min: '2', stake_max: '300', user_max: '700' });
  for (const [user, option, stake] of [
    [ALICE, 1, '30'],
    [BRUNO, 1, '45'],
    [CHLOE, 3, '25'],
  ] as const) {
    fixture.clock.advance(MINUTE_MS);
    await fixture.enter(question.id, user, option, stake);
  }
  fixture.clock.set(question.settlesMs + MINUTE_MS);
  await fixture.answer(question.id, 1);
  fixture.clock.advance(MINUTE_MS);
  const first = await fixture.dispute(question.id, CHLOE);
  fixture.clock.advance(MINUTE_MS);
  await fixture.decide(first.id, 'rejected');
  await fixture.dispute(question.id, ALICE);
  await fixture.question();
  expect(await call('console/games')).toEqual({
    currencies: [
      { currency_name: 'USDT', fees: '2.8', held: '100', paid: '67.2', returned: '0', staked: '170' },
    ],
    open_disputes: 1,
    schedules: [],
    states: [
      { rounds: 0, state: 'coming' },
      { rounds: 1, state: 'open' },
      { rounds: 0, state: 'closed' },
      { rounds: 1, state: 'answered' },
      { rounds: 0, state: 'paying' },
      { rounds: 1, state: 'settled' },
    ],
    unanswered: 0,
  });
  expect(await call('console/game_rounds', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        closes_at: '2026-11-22 16:07:00',
        closes_ms: START + 247 * MINUTE_MS,
        currency_id: 3,
        currency_name: 'USDT',
        decimals: 6,
        dispute_ends_ms: null,
        entries: 0,
        fee_percent: '5',
        hash: expect.any(String) as unknown,
        id: 3,
        kind: 'decided',
        lang: 'en',
        levels: [],
        match_id: null,
        open_disputes: 0,
        opens_at: '2026-11-22 15:07:00',
        opens_ms: START + 187 * MINUTE_MS,
        options: [
          { entries: 0, multiple: null, name: 'Red', no: 1, own: '0', pool: '0' },
          { entries: 0, multiple: null, name: 'Green', no: 2, own: '0', pool: '0' },
          { entries: 0, multiple: null, name: 'Blue', no: 3, own: '0', pool: '0' },
        ],
        outcome: null,
        pool: '0',
        question: 'Who wins the final?',
        right: null,
        scheduled: false,
        settled_ms: null,
        settles_at: '2026-11-22 16:37:00',
        settles_ms: START + 277 * MINUTE_MS,
        stake_max: '500',
        stake_min: '1',
        state: 'open',
        symbol_name: null,
        user_max: '1000',
      },
      {
        closes_at: '2026-11-22 14:33:00',
        closes_ms: START + 153 * MINUTE_MS,
        currency_id: 3,
        currency_name: 'USDT',
        decimals: 6,
        dispute_ends_ms: START + 1624 * MINUTE_MS,
        entries: 3,
        fee_percent: '5',
        hash: expect.any(String) as unknown,
        id: 2,
        kind: 'decided',
        lang: 'en',
        levels: [],
        match_id: null,
        open_disputes: 1,
        opens_at: '2026-11-22 13:33:00',
        opens_ms: START + 93 * MINUTE_MS,
        options: [
          { entries: 2, multiple: '1.2666', name: 'Red', no: 1, own: '0', pool: '75' },
          { entries: 0, multiple: null, name: 'Green', no: 2, own: '0', pool: '0' },
          { entries: 1, multiple: '3.8', name: 'Blue', no: 3, own: '0', pool: '25' },
        ],
        outcome: null,
        pool: '100',
        question: 'Who wins the final?',
        right: 1,
        scheduled: false,
        settled_ms: null,
        settles_at: '2026-11-22 15:03:00',
        settles_ms: START + 183 * MINUTE_MS,
        stake_max: '300',
        stake_min: '2',
        state: 'answered',
        symbol_name: null,
        user_max: '700',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/game_rounds', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        closes_at: '2026-11-22 13:01:00',
        closes_ms: START + 61 * MINUTE_MS,
        currency_id: 3,
        currency_name: 'USDT',
        decimals: 6,
        dispute_ends_ms: null,
        entries: 2,
        fee_percent: '4',
        hash: expect.any(String) as unknown,
        id: 1,
        kind: 'price',
        lang: 'en',
        levels: ['30000'],
        match_id: 1,
        open_disputes: 0,
        opens_at: '2026-11-22 12:01:00',
        opens_ms: START + MINUTE_MS,
        options: [
          { entries: 1, multiple: '3.36', name: 'No', no: 1, own: '0', pool: '20' },
          { entries: 1, multiple: '1.344', name: 'Yes', no: 2, own: '0', pool: '50' },
        ],
        outcome: 'paid',
        pool: '70',
        question: 'Will BTC/USDT be at 30,000 or above on 2026-11-22 at 13:31 UTC?',
        right: 2,
        scheduled: false,
        settled_ms: START + 92 * MINUTE_MS,
        settles_at: '2026-11-22 13:31:00',
        settles_ms: START + 91 * MINUTE_MS,
        stake_max: '500',
        stake_min: '1',
        state: 'settled',
        symbol_name: 'BTC/USDT',
        user_max: '1000',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  const ids = async (fields: object) => (await call('console/game_rounds', fields)).data.map(({ id }) => id);
  expect([
    await ids({ state: 'settled' }),
    await ids({ state: 'answered' }),
    await ids({ state: 'open' }),
    await ids({ kind: 'price' }),
  ]).toEqual([[1], [2], [3], [1]]);
  expect(await call('console/game_round', { id: question.id })).toEqual({
    cancel_reason: null,
    closes_at: '2026-11-22 14:33:00',
    closes_ms: START + 153 * MINUTE_MS,
    currency_id: 3,
    currency_name: 'USDT',
    decimals: 6,
    dispute_ends_ms: START + 1624 * MINUTE_MS,
    entries: 3,
    evidence: [
      {
        decided_ms: START + 184 * MINUTE_MS,
        file: '/files/abcdefghijklmnopqrstuv',
        link: 'https://example.com/final',
        note: 'The final was broadcast.',
        option: 1,
        sha256: 'abababababababababababababababababababababababababababababababab',
        withdrawn: false,
      },
    ],
    fee_percent: '5',
    hash: expect.any(String) as unknown,
    id: 2,
    kind: 'decided',
    lang: 'en',
    levels: [],
    match_id: null,
    open_disputes: 1,
    opens_at: '2026-11-22 13:33:00',
    opens_ms: START + 93 * MINUTE_MS,
    options: [
      { entries: 2, multiple: '1.2666', name: 'Red', no: 1, own: '0', pool: '75' },
      { entries: 0, multiple: null, name: 'Green', no: 2, own: '0', pool: '0' },
      { entries: 1, multiple: '3.8', name: 'Blue', no: 3, own: '0', pool: '25' },
    ],
    outcome: null,
    pool: '100',
    preview: [
      {
        entries: 2,
        fee: '5',
        multiple: '1.2666',
        name: 'Red',
        no: 1,
        outcome: 'paid',
        paid: '95',
        pool: '75',
      },
      {
        entries: 0,
        fee: '0',
        multiple: null,
        name: 'Green',
        no: 2,
        outcome: 'nobody_right',
        paid: '100',
        pool: '0',
      },
      {
        entries: 1,
        fee: '5',
        multiple: '3.8',
        name: 'Blue',
        no: 3,
        outcome: 'paid',
        paid: '95',
        pool: '25',
      },
    ],
    question: 'Who wins the final?',
    right: 1,
    scheduled: false,
    settled_ms: null,
    settles_at: '2026-11-22 15:03:00',
    settles_ms: START + 183 * MINUTE_MS,
    source: 'The league',
    stake_max: '300',
    stake_min: '2',
    state: 'answered',
    symbol_name: null,
    terms: expect.stringContaining('"user_max":"700","version":1}') as unknown,
    user_max: '700',
  });
  expect(await call('console/game_entries', { id: settled.id, limit: '1' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '50',
        created_ms: START + 2 * MINUTE_MS,
        id: 2,
        option: 2,
        payout: '67.2',
        receipt: expect.any(String) as unknown,
        uid: BRUNO,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/game_entries', { id: settled.id, limit: '1', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        amount: '20',
        created_ms: START + MINUTE_MS,
        id: 1,
        option: 1,
        payout: '0',
        receipt: expect.any(String) as unknown,
        uid: ALICE,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/game_disputes')).toEqual({
    current_page: 1,
    data: [
      {
        answer: 'We have looked again.',
        created_at: '2026-11-22 15:05:00',
        created_ms: START + 185 * MINUTE_MS,
        decided_by: 'tester',
        decided_ms: START + 186 * MINUTE_MS,
        id: 1,
        question: 'Who wins the final?',
        reason: 'The referee decided otherwise.',
        round_id: 2,
        state: 'rejected',
        uid: CHLOE,
      },
      {
        answer: null,
        created_at: '2026-11-22 15:06:00',
        created_ms: START + 186 * MINUTE_MS,
        decided_by: null,
        decided_ms: null,
        id: 2,
        question: 'Who wins the final?',
        reason: 'The referee decided otherwise.',
        round_id: 2,
        state: 'open',
        uid: ALICE,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 2,
  });
  expect((await call('console/game_disputes', { state: 'rejected' })).data.map(({ id }) => id)).toEqual([
    first.id,
  ]);
  const at = fixture.clock.now();
  expect(
    await call('console/game_price_round', {
      currency_id: USDT,
      stake_min: '3',
      stake_max: '90',
      user_max: '400',
      fee_percent: '2',
      opens_ms: at + HOUR_MS,
      closes_ms: at + 2 * HOUR_MS,
      settles_ms: at + 3 * HOUR_MS,
      match_id: BTC_USDT,
      levels: '29000,31000',
      reason: 'weekly',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: 'Where will BTC/USDT be on 2026-11-22 at 18:07 UTC?', before: null, label: 'Question' },
      { after: 'Below 29,000', before: null, label: 'Option 1' },
      { after: '29,000 to below 31,000', before: null, label: 'Option 2' },
      { after: '31,000 or above', before: null, label: 'Option 3' },
      {
        after:
          'Karat index of BTC/USDT: mean of the last five one-second ticks before 18:07 UTC. With fewer than three ticks every stake is returned.',
        before: null,
        label: 'Source of the answer',
      },
      { after: 'en hk th jp kor fra spa vn zh', before: null, label: 'Languages' },
      { after: '3 to 90 USDT', before: null, label: 'Stake' },
      { after: '400 USDT', before: null, label: 'Maximum of a user' },
      { after: '2 % of the pool', before: null, label: 'Fee' },
      { after: '2026-11-22 16:07 UTC', before: null, label: 'Opens' },
      { after: '2026-11-22 17:07 UTC', before: null, label: 'Closes' },
      { after: '2026-11-22 18:07 UTC', before: null, label: 'Settles' },
      {
        after: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        before: null,
        label: 'Hash of the terms',
      },
    ],
    created_ms: START + 187 * MINUTE_MS,
    digest: expect.any(String) as unknown,
    id: 1,
    kind: 'game price round',
    ...ASKED,
    reason: 'weekly',
    subject: 'Where will BTC/USDT be on 2026-11-22 at 18:07 UTC?',
    title: 'Add a price question',
    uid: null,
  });
  expect(
    await call('console/game_cancel', {
      id: question.id,
      text: 'It does not take place.',
      reason: 'called off',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: 'cancelled', before: 'runs', label: 'Round' },
      { after: 'It does not take place.', before: null, label: 'Reason for users' },
      { after: '100 USDT, 3 entries', before: '100 USDT, 3 entries', label: 'Pool' },
    ],
    created_ms: START + 187 * MINUTE_MS,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'game cancellation',
    ...ASKED,
    reason: 'called off',
    subject: '2: Who wins the final?',
    title: 'Cancel a round and return every stake',
    uid: null,
  });
});
