import { Refusal, userId } from '@karat/contract';
import { formulaOf, sha256Hex } from '@karat/evidence';
import { amount, format, plus } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addSchedule } from './approvals.ts';
import { enter } from './enter.ts';
import { recordOf } from './entry-store.ts';
import { listRounds } from './list-store.ts';
import { entryStatus, statusOf } from './rules.ts';
import { createScheduled } from './schedule.ts';
import { endSchedule, readSchedules } from './schedule-store.ts';
import { scheduleOf } from './terms.ts';
import { ALICE, BRUNO, CHLOE, GamesFixture } from './testing/fixture.ts';
import type { Entry } from './types.ts';
import { roundRow } from './view.ts';

let database: TestDatabase;
let games: GamesFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await GamesFixture.open(database.db);
  await games.admit('100000', ALICE, BRUNO, CHLOE);
});
afterAll(() => database.drop());
afterEach(async () => {
  const found = await games.contradictions();
  if (found.length > 0) throw new Error(found.join('; '));
});

const codeOf = async (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const payouts = (entries: readonly Entry[]): Promise<string[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const { payout } = await games.entry(entry);
      return payout === undefined ? 'open' : format(payout);
    }),
  );

test('a pool of 1,000 pays right stakes of 100/200/100 with 237.5/475/237.5 by the ticks, with receipts that verify', async () => {
  const round = await games.priceRound();
  expect(round.hash).toBe(sha256Hex(round.termsText));
  expect(Object.keys(round.terms.texts)).toHaveLength(9);
  const before = await games.wallets(ALICE, BRUNO, CHLOE);
  const entries = [
    await games.enter(round.id, ALICE, 2, '100'),
    await games.enter(round.id, BRUNO, 2, '200'),
    await games.enter(round.id, ALICE, 2, '100'),
    await games.enter(round.id, CHLOE, 1, '400'),
    await games.enter(round.id, BRUNO, 1, '200'),
  ];
  const settled = await games.settleAt(round, '30000');
  expect(settled).toMatchObject({ answer: 2, division: { outcome: 'paid', fee: amount('50') } });
  expect(await payouts(entries)).toEqual(['237.5', '475', '237.5', '0', '0']);
  expect(await games.wallets(ALICE, BRUNO, CHLOE)).toEqual(
    before.map((text, index) =>
      format((amount(text) + amount(['275', '75', '-400'][index] ?? '0')) as never),
    ),
  );
  expect(games.notifications.map(({ kind }) => kind).toSorted()).toEqual([
    'games:missed',
    'games:missed',
    'games:right',
    'games:right',
    'games:right',
  ]);
  const { receipt } = await games.entry(entries[1] ?? expect.fail());
  const { body } = await database.db.one<{ body: string }>(
    sql`select body from proofs_receipts where hash = ${receipt ?? ''}`,
  );
  const { order, ticks, result, formula } = JSON.parse(body) as never as {
    order: Record<string, string>;
    ticks: never[];
    result: unknown;
    formula: { id: string };
  };
  expect(formulaOf(formula.id)?.result(order, ticks)).toEqual(result);
  expect(order).toMatchObject({ terms_hash: round.hash, stake: '200', pool: '1000', right_pool: '400' });
  const view = roundRow(settled, [], 'vn', games.clock.now());
  expect(view).toMatchObject({
    lang: 'vn',
    status: 3,
    options: [{ name: 'Không' }, { name: 'Có', multiple: '2.375' }],
  });
});

test('states follow the times, the answer and the own entries', async () => {
  const round = await games.question();
  const at = (ms: number, options: readonly number[] = []) => statusOf(round, options, ms);
  expect([at(round.opensMs - 1), at(round.opensMs), at(round.closesMs - 1), at(round.closesMs)]).toEqual([
    1, 2, 2, 4,
  ]);
  const entry = await games.enter(round.id, ALICE, 1, '10');
  const filter = { user: ALICE, kind: undefined, market: undefined };
  const ids = async (status: 1 | 2 | 3 | 4 | 5 | 6 | 7, user = ALICE) =>
    (
      await listRounds(
        database.db,
        { ...filter, user, status, now: games.clock.now() },
        { page: 1, limit: 50 },
      )
    ).rows.map(({ id }) => id);
  expect(await ids(2)).toEqual([round.id]);
  games.clock.set(round.closesMs);
  expect(await ids(2)).toEqual([]);
  expect(await ids(4)).toEqual([round.id]);
  games.clock.set(round.settlesMs);
  await games.answer(round.id, 1);
  expect(await ids(4)).toEqual([round.id]);
  games.clock.set(round.settlesMs + DAY_MS);
  await games.worker.runDue();
  const settled = await games.round(round.id);
  expect(await ids(5)).toContain(round.id);
  expect(await ids(3, userId(100_900))).toContain(round.id);
  expect(statusOf(settled, [1, 2], games.clock.now())).toBe(5);
  expect(statusOf(settled, [2], games.clock.now())).toBe(6);
  expect(entryStatus(await games.entry(entry), settled, games.clock.now())).toBe(5);
});

test('nobody right, too few ticks and a cancellation return every stake without a fee', async () => {
  const before = await games.wallets(ALICE, BRUNO);
  const record = () => recordOf(database.db, BRUNO);
  const recordBefore = await record();
  const nobody = await games.priceRound();
  await games.enter(nobody.id, ALICE, 1, '10');
  expect((await games.settleAt(nobody, '30000')).division?.outcome).toBe('nobody_right');
  const silent = await games.priceRound();
  await games.enter(silent.id, BRUNO, 2, '10');
  expect((await games.settleAt(silent, '30000', 2)).division?.outcome).toBe('no_price');
  const cancelled = await games.question();
  await games.enter(cancelled.id, ALICE, 1, '10');
  await games.enter(cancelled.id, BRUNO, 2, '20');
  await games.cancel(cancelled.id);
  expect(await codeOf(games.enter(cancelled.id, ALICE, 1, '10'))).toBe('game_closed');
  await games.worker.runDue();
  expect((await games.round(cancelled.id)).cancelReason).toBe('The event does not take place.');
  expect(await codeOf(games.cancel(cancelled.id))).toBe('game_state');
  expect(await games.wallets(ALICE, BRUNO)).toEqual(before);
  const sums = {
    staked: plus(recordBefore.staked, amount('30')),
    paid: plus(recordBefore.paid, amount('30')),
  };
  expect(await record()).toEqual({ ...recordBefore, returned: recordBefore.returned + 2, ...sums });
  const refunds = await database.db.rows<{ kind: string }>(
    sql`select kind from ledger_journals where key like 'game:payout:%' order by id desc limit 4`,
  );
  expect(new Set(refunds.map(({ kind }) => kind))).toEqual(new Set(['game:refund']));
});

test('a price question waits for its ticks, and cannot be cancelled after its closing', async () => {
  const round = await games.priceRound();
  await games.enter(round.id, ALICE, 1, '10');
  games.clock.set(round.settlesMs + 1_000);
  await games.worker.runDue();
  expect((await games.round(round.id)).payingMs).toBeUndefined();
  expect(await codeOf(games.cancel(round.id))).toBe('game_state');
  expect(await codeOf(games.answer(round.id, 1))).toBe('game_state');
  await games.settleAt(round, '29999.9999999999');
  expect((await games.round(round.id)).answer).toBe(1);
});

test('entries keep the limits of the round, of the balance and of time', async () => {
  const round = await games.question();
  const dora = userId(100_050);
  expect(await codeOf(games.enter(round.id, dora, 1, '10'))).toBe('game_quiz_required');
  await games.admit('15', dora);
  await database.db.run(sql`update options_people set games_quiz_version = 1 where user_id = ${dora}`);
  const refusals = [
    await codeOf(games.enter(round.id, dora, 1, '0.5')),
    await codeOf(games.enter(round.id, dora, 1, '501')),
    await codeOf(games.enter(round.id, dora, 1, '1.0000001')),
    await codeOf(games.enter(round.id, dora, 4, '10')),
    await codeOf(games.enter(999_999, dora, 1, '10')),
    await codeOf(games.enter(round.id, dora, 1, '16')),
    await codeOf(games.enter(round.id, dora, 1, '10')),
  ];
  const seen = (hash: string) =>
    database.db.transact((tx) =>
      enter(games.deps, tx, { userId: dora, round: round.id, option: 1, stake: amount('1'), hash }),
    );
  expect(await codeOf(seen('0'.repeat(64)))).toBe('game_terms_changed');
  expect(await codeOf(seen(round.hash))).toBe('accepted');
  expect(refusals).toEqual([
    'game_stake_limits',
    'game_stake_limits',
    'amount_too_precise',
    'game_option',
    'game_unknown',
    'insufficient_balance',
    'accepted',
  ]);
  await database.db.run(sql`insert into options_regions (region) values ('JP')`);
  expect(await codeOf(games.enter(round.id, dora, 1, '5'))).toBe('game_region');
  await database.db.run(sql`delete from options_regions where region = 'JP'`);
  games.clock.set(round.closesMs);
  expect(await codeOf(games.enter(round.id, dora, 1, '5'))).toBe('game_closed');
  await expect(
    database.db.run(sql`
      insert into games_entries (round_id, user_id, option, stake, created_at)
      values (${round.id}, ${dora}, 1, 1, to_timestamp(${round.closesMs} / 1000.0))`),
  ).rejects.toThrow('takes no entry');
  await expect(
    database.db.run(sql`update games_rounds set terms = '{}' where id = ${round.id}`),
  ).rejects.toThrow('do not change');
});

test('limits that a user has set hold for games and options together', async () => {
  const emma = userId(100_051);
  await games.admit('1000', emma);
  const round = await games.question();
  await database.db.run(sql`
    update options_people set limit_stake = 100, limit_loss = 60, open_stake = 20 where user_id = ${emma}`);
  expect(await codeOf(games.enter(round.id, emma, 1, '41'))).toBe('option_daily_loss');
  expect(await codeOf(games.enter(round.id, emma, 1, '40'))).toBe('accepted');
  await database.db.run(sql`update options_people set limit_loss = null where user_id = ${emma}`);
  expect(await codeOf(games.enter(round.id, emma, 1, '30'))).toBe('accepted');
  expect(await codeOf(games.enter(round.id, emma, 1, '31'))).toBe('option_daily_stake');
  await database.db.run(sql`
    update options_people set cooling_until = to_timestamp(${games.clock.now() + 1} / 1000.0) where user_id = ${emma}`);
  expect(await codeOf(games.enter(round.id, emma, 1, '1'))).toBe('option_cooling_off');
  games.clock.set(round.settlesMs);
  await games.answer(round.id, 2);
  games.clock.set(round.settlesMs + DAY_MS);
  await games.worker.runDue();
  const { day_net: net } = await database.db.one<{ day_net: string }>(
    sql`select day_net::text from options_people where user_id = ${emma}`,
  );
  // Nobody was right, so that nothing was lost.
  expect(amount(net)).toBe(0n);
  await database.db.run(sql`update options_people set open_stake = 0 where user_id = ${emma}`);
});

test('an answer is paid after its dispute window; an open dispute holds it, an accepted one replaces it', async () => {
  const round = await games.question();
  const right = await games.enter(round.id, ALICE, 3, '100');
  await games.enter(round.id, BRUNO, 1, '100');
  await games.enter(round.id, CHLOE, 1, '50');
  games.clock.set(round.settlesMs - 1);
  expect(await codeOf(games.answer(round.id, 1))).toBe('game_state');
  games.clock.set(round.settlesMs);
  expect(await codeOf(games.dispute(round.id, ALICE))).toBe('game_dispute_closed');
  await games.answer(round.id, 1);
  expect(await codeOf(games.answer(round.id, 3))).toBe('game_state');
  const mine = await games.dispute(round.id, ALICE);
  expect(await codeOf(games.dispute(round.id, ALICE))).toBe('game_dispute_known');
  expect(await codeOf(games.dispute(round.id, userId(100_099)))).toBe('game_not_entered');
  const other = await games.dispute(round.id, CHLOE);
  const third = await games.dispute(round.id, BRUNO);
  games.clock.set(round.settlesMs + DAY_MS);
  await games.worker.runDue();
  expect(await payouts([right])).toEqual(['open']);
  expect(await codeOf(games.dispute(round.id, BRUNO))).toBe('game_dispute_closed');
  await games.decide(other.id, 'rejected');
  expect(await codeOf(games.decide(other.id, 'accepted'))).toBe('game_dispute_decided');
  await games.decide(mine.id, 'accepted');
  // All open disputes of the answer end with it.
  expect(await codeOf(games.decide(third.id, 'rejected'))).toBe('game_dispute_decided');
  // One that was rejected before stays so.
  expect(
    await database.db.rows(
      sql`select id, state from games_disputes where round_id = ${round.id} and state = 'rejected'`,
    ),
  ).toEqual([{ id: other.id, state: 'rejected' }]);
  await games.worker.runDue();
  expect((await games.round(round.id)).answer).toBeUndefined();
  await games.answer(round.id, 3);
  games.clock.set(games.clock.now() + DAY_MS);
  await games.worker.runDue();
  expect(await payouts([right])).toEqual(['237.5']);
  const { count } = await database.db.one<{ count: number }>(
    sql`select count(*) as count from games_answers where round_id = ${round.id} and withdrawn_at is not null`,
  );
  expect(count).toBe(1);
});

test('forty entries at once keep the maximum of the user and the balance', async () => {
  const many = userId(100_052);
  await games.admit('133', many);
  const round = await games.question({ user_max: '300', stake_max: '10', stake_min: '10' });
  const codes = await Promise.all(
    // As many as wait for one round within the pool's time limit on a busy machine.
    Array.from({ length: 40 }, (_, index) => codeOf(games.enter(round.id, many, 1 + (index % 3), '10'))),
  );
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(13);
  expect(new Set(codes)).toEqual(new Set(['accepted', 'insufficient_balance']));
  expect(await games.wallets(many)).toEqual(['3']);
  await games.admit('1000', many);
  const more = await Promise.all(
    Array.from({ length: 30 }, () => codeOf(games.enter(round.id, many, 1, '10'))),
  );
  expect(more.filter((code) => code === 'accepted')).toHaveLength(17);
  expect(more).toContain('game_user_max');
});

test('settling twice, settling against cancelling and entering against closing have one outcome', async () => {
  const round = await games.question();
  const entry = await games.enter(round.id, ALICE, 1, '100');
  games.clock.set(round.settlesMs);
  await games.answer(round.id, 1);
  games.clock.set(round.settlesMs + DAY_MS);
  const second = await GamesFixture.open(database.db, games.clock.now());
  await Promise.all([games.worker.runDue(), second.worker.runDue(), codeOf(games.cancel(round.id))]);
  await games.worker.runDue();
  const settled = await games.round(round.id);
  expect(settled.settledMs).toBeDefined();
  expect(await payouts([entry])).toEqual([settled.division?.outcome === 'paid' ? '95' : '100']);
  const late = await games.question();
  const attempts = Array.from({ length: 20 }, (_, turn) => {
    if (turn === 10) games.clock.set(late.closesMs);
    return codeOf(games.enter(late.id, BRUNO, 1, '1'));
  });
  await Promise.all(attempts);
  const { latest } = await database.db.one<{ latest: number | null }>(
    sql`select max(created_at) as latest from games_entries where round_id = ${late.id}`,
  );
  expect((latest ?? 0) < late.closesMs).toBe(true);
});

test('a schedule creates one round a day from the ticks before it, over restarts and processes', async () => {
  const terms = scheduleOf({
    match_id: 1,
    currency_id: 3,
    stake_min: '1',
    stake_max: '100',
    user_max: '500',
    fee_percent: '5',
    time: '16:00',
    step: '100',
    create_before: 600,
    open_before: 590,
    close_before: 60,
  });
  const id = await database.db.transact((tx) => addSchedule(games.deps, tx, terms));
  const day = Math.ceil(games.clock.now() / DAY_MS) * DAY_MS + DAY_MS;
  const creates = day + 6 * HOUR_MS;
  await games.ticks(creates, '30149.9');
  games.clock.set(creates - 1);
  await games.worker.runDue();
  games.clock.set(creates + MINUTE_MS);
  const second = await GamesFixture.open(database.db, games.clock.now());
  const created = await Promise.all([
    database.db.transact((tx) => createScheduled(games.deps, tx)),
    database.db.transact((tx) => createScheduled(second.deps, tx)),
  ]);
  expect(created.toSorted()).toEqual([0, 1]);
  await games.worker.runDue();
  const rounds = await database.db.rows<{ id: number }>(
    sql`select id from games_rounds where schedule_id = ${id}`,
  );
  expect(rounds).toHaveLength(1);
  const round = await games.round(rounds[0]?.id ?? 0);
  const [schedule] = await readSchedules(database.db, 'running');
  expect(round.terms).toMatchObject({ schedule: schedule?.hash, settlesMs: day + 16 * HOUR_MS });
  expect(round.terms.price?.levels.map((level) => format(level))).toEqual(['30100']);
  expect(round.terms.texts['en']?.question).toContain('30,100 or above');
  // A day whose round could not be committed before its opening has none.
  games.clock.set(creates + DAY_MS + 11 * MINUTE_MS);
  await games.ticks(creates + DAY_MS, '30000');
  await games.worker.runDue();
  expect(await database.db.rows(sql`select id from games_rounds where schedule_id = ${id}`)).toHaveLength(1);
  expect(await database.db.transact((tx) => endSchedule(tx, id, games.clock.now()))).toBe(1);
});

test('over random lives of rounds no money is made or lost', async () => {
  const people = Array.from({ length: 6 }, (_, index) => userId(100_300 + index));
  await games.admit('5000', ...people);
  const draw = (below: number): number => games.ctx.random.below(below);
  for (let life = 0; life < 8; life += 1) {
    const isPrice = draw(2) === 0;
    const round = await (isPrice ? games.priceRound('29000,31000') : games.question());
    for (let turn = 0; turn < draw(12); turn += 1)
      await codeOf(
        games.enter(round.id, people[draw(6)] ?? ALICE, 1 + draw(3), `${1 + draw(99)}.${draw(999_999)}`),
      );
    if (draw(4) === 0) await games.cancel(round.id);
    if (isPrice) await games.settleAt(round, String(28_000 + 1_000 * draw(5)), draw(6));
    else {
      games.clock.set(round.settlesMs);
      await codeOf(games.answer(round.id, 1 + draw(3)));
      games.clock.set(round.settlesMs + DAY_MS);
      await games.worker.runDue();
    }
    expect((await games.round(round.id)).settledMs).toBeDefined();
    expect(await games.contradictions()).toEqual([]);
  }
});
