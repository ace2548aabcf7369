import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { currencyId, userId } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { DAY_MS, utcDay } from '@karat/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accept } from './accept.ts';
import { coolOff, setLimit } from './limits.ts';
import { currencyOf, optionApprovals } from './operator.ts';
import { lockPerson } from './people-store.ts';
import { answerQuiz } from './quiz.ts';
import { OPTIONS_QUIZ } from './questions.ts';
import { endOfDay } from './rules.ts';
import { ordersOfUser, readDay } from './store.ts';
import { AAPL, ALICE, BEA, BTC, OptionsFixture, START, USDC, USDT } from './testing/options-fixture.ts';

let database: TestDatabase;
let fixture: OptionsFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await OptionsFixture.open(database.db);
  await fixture.fund(ALICE, '1000');
  await fixture.fund(BEA, '1000');
  await fixture.fundPool('5000');
  await fixture.admit(ALICE, BEA);
  await fixture.seconds(1);
});
afterEach(() => database.drop());

const refused = (code: string): object => expect.objectContaining({ code }) as object;
const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };

test('100 at 85 % up from 30,000.00, settled at 30,000.10, pays 185 and leaves a receipt', async () => {
  fixture.clock.set(START + 1_300);
  const { id } = await fixture.take({ seconds: 180 });
  expect(await fixture.micro()).toEqual({ available: amount('900'), held: amount('100') });
  expect(await fixture.pool()).toEqual({ available: amount('4915'), held: amount('85') });
  await fixture.seconds(1, '30000', true);
  expect(await fixture.order(id)).toMatchObject({ entryPrice: price('30000'), outcome: undefined });
  await fixture.seconds(174, '29000', true);
  // Seconds 177 to 181 are the five before expiry.
  await fixture.seconds(5, '30000.1', true);
  fixture.clock.set(START + 181_299);
  expect(await fixture.settler.runDue()).toBe(0);
  fixture.clock.set(START + 181_300);
  expect(await fixture.settler.runDue()).toBe(1);
  const settled = await fixture.order(id);
  expect(settled).toMatchObject({ outcome: 'win', returned: amount('185'), settlement: price('30000.1') });
  expect(await fixture.micro()).toEqual({ available: amount('1085'), held: 0n });
  expect(settled.receipt).toMatch(/^[0-9a-f]{64}$/);
  expect(await fixture.contradictions()).toEqual([]);
});

/** An option of 30 seconds accepted now, with one price in its whole window. */
async function played(direction: 'up' | 'down', entry: string, end: string, user = ALICE) {
  fixture.clock.set(fixture.clock.now() + 300);
  const { id, expiresMs } = await fixture.take({ direction, userId: user });
  await fixture.seconds(25, entry);
  await fixture.seconds(5, end);
  fixture.clock.set(expiresMs);
  await fixture.settler.runDue();
  return fixture.order(id, user);
}

test('the worked example to the cent: a win pays stake and ratio, a loss nothing, a tie the stake', async () => {
  const won = await played('up', '30000', '30000.1');
  expect(won).toMatchObject({ outcome: 'win', returned: amount('160'), settlement: price('30000.1') });
  expect(await fixture.micro()).toEqual({ available: amount('1060'), held: 0n });
  const lost = await played('down', '30000', '30000.1');
  expect(lost).toMatchObject({ outcome: 'lose', returned: 0n });
  const tied = await played('down', '30000', '30000');
  expect(tied).toMatchObject({ outcome: 'tie', returned: amount('100') });
  expect(await fixture.micro()).toEqual({ available: amount('960'), held: 0n });
  expect(await fixture.pool()).toEqual({ available: amount('5040'), held: 0n });
  const booked = await database.db.rows<{ kind: string }>(
    sql`select kind from ledger_journals where key like 'option:settle:%' order by id`,
  );
  expect(booked.map(({ kind }) => kind)).toEqual(['option:won', 'option:lost', 'option:back']);
  expect(await fixture.contradictions()).toEqual([]);
});

test('the same order by two users gives the same result', async () => {
  fixture.clock.set(fixture.clock.now() + 300);
  const [a, b] = [await fixture.take({ userId: ALICE }), await fixture.take({ userId: BEA })];
  await fixture.seconds(25, '30000');
  await fixture.seconds(5, '30007');
  fixture.clock.set(fixture.clock.now() + 300);
  await fixture.settler.runDue();
  const of = ({
    id: _,
    userId: __,
    shard: ___,
    receipt: ____,
    ...rest
  }: Awaited<ReturnType<OptionsFixture['order']>>) => rest;
  expect(of(await fixture.order(a.id, ALICE))).toEqual(of(await fixture.order(b.id, BEA)));
  expect((await fixture.micro(ALICE)).available).toBe((await fixture.micro(BEA)).available);
});

test('without three ticks before expiry the option is void and the stake comes back', async () => {
  fixture.clock.set(fixture.clock.now() + 300);
  const { id } = await fixture.take();
  await fixture.seconds(27, '30001');
  const expiry = (await fixture.order(id)).expiresMs;
  fixture.clock.set(expiry);
  expect(await fixture.settler.runDue()).toBe(0);
  fixture.clock.set(expiry + 34_999);
  expect(await fixture.settler.runDue()).toBe(0);
  fixture.clock.set(expiry + 35_000);
  expect(await fixture.settler.runDue()).toBe(1);
  expect(await fixture.order(id)).toMatchObject({ outcome: 'void', returned: amount('100') });
  expect(await fixture.micro()).toEqual({ available: amount('1000'), held: 0n });
  expect(await fixture.contradictions()).toEqual([]);
});

test('a settlement waits for the last tick of its window instead of settling without it', async () => {
  fixture.clock.set(fixture.clock.now() + 300);
  const { id, expiresMs } = await fixture.take();
  await fixture.seconds(29, '30000');
  fixture.clock.set(expiresMs);
  expect(await fixture.settler.runDue()).toBe(0);
  fixture.source.text = '30005';
  await fixture.market.inside.ticks.take(Math.floor(expiresMs / 1000) * 1000);
  expect(await fixture.settler.runDue()).toBe(1);
  expect(await fixture.order(id)).toMatchObject({ outcome: 'win', settlement: price('30001') });
});

test('a clock that jumps two hours ahead voids the options it skipped, and settles the others by their ticks', async () => {
  fixture.clock.set(fixture.clock.now() + 300);
  const { id } = await fixture.take();
  await fixture.seconds(10, '30000');
  fixture.clock.set(fixture.clock.now() + 7_200_000);
  await fixture.seconds(1, '31000', true);
  expect(await fixture.order(id)).toMatchObject({ outcome: 'void', returned: amount('100') });
  const after = await played('up', '31000', '31001');
  expect(after.outcome).toBe('win');
});

test('a clock set back two hours refuses new orders on old prices and settles the open ones by their own ticks', async () => {
  fixture.clock.set(fixture.clock.now() + 300);
  const { id, expiresMs } = await fixture.take();
  await fixture.seconds(5, '30000');
  fixture.clock.set(fixture.clock.now() - 7_200_000);
  await expect(fixture.take()).rejects.toEqual(refused('index_stale'));
  expect(await fixture.settler.runDue()).toBe(0);
  fixture.clock.set(Math.floor(expiresMs / 1000) * 1000 - 25_000);
  await fixture.seconds(25, '30002', true);
  fixture.clock.set(expiresMs);
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'win', entryPrice: price('30000') });
});

test('a server that was down for three days settles from stored ticks, and voids options that expired without any', async () => {
  fixture.clock.set(fixture.clock.now() + 300);
  const settles = await fixture.take();
  await fixture.seconds(25, '30000');
  const without = await fixture.take({ direction: 'down' });
  await fixture.seconds(6, '30009');
  fixture.clock.set(START + 3 * DAY_MS);
  const later = await OptionsFixture.open(database.db, START + 3 * DAY_MS);
  await later.seconds(1, '50000');
  expect(await later.settler.runDue()).toBe(2);
  expect(await later.order(settles.id)).toMatchObject({ outcome: 'win', settlement: price('30009') });
  expect(await later.order(without.id)).toMatchObject({ outcome: 'void' });
  expect(await later.contradictions()).toEqual([]);
});

test('a stale index refuses orders', async () => {
  fixture.clock.set(START + 1_000 + 2_001);
  await expect(fixture.take()).rejects.toEqual(refused('index_stale'));
});

test('a stock has no options that would run past its close', async () => {
  const close = Date.parse('2026-11-20T21:00:00Z');
  fixture.clock.set(close - 61_000);
  await fixture.seconds(1);
  await expect(fixture.take({ marketId: AAPL, seconds: 120 })).rejects.toEqual(refused('option_hours'));
  expect(await fixture.take({ marketId: AAPL, seconds: 30 })).toMatchObject({ marketId: AAPL });
  // 60 seconds before the close an option of 60 seconds ends with it; a millisecond later it would not.
  expect(await fixture.take({ marketId: AAPL, seconds: 60 })).toMatchObject({ expiresMs: close });
  fixture.clock.set(close - 59_999);
  await expect(fixture.take({ marketId: AAPL, seconds: 60 })).rejects.toEqual(refused('option_hours'));
  fixture.clock.set(close + 60_000);
  await fixture.seconds(1);
  await expect(fixture.take({ marketId: AAPL })).rejects.toEqual(refused('option_hours'));
});

test('stakes outside the limits, unknown durations and currencies are refused and move nothing', async () => {
  for (const [request, code] of [
    [{ stake: amount('0.5') }, 'option_stake_limits'],
    [{ stake: amount('6000') }, 'option_stake_limits'],
    [{ stake: amount('1.0000001') }, 'amount_too_precise'],
    [{ stake: amount('1500') }, 'insufficient_balance'],
    [{ seconds: 45 }, 'option_duration_unknown'],
    [{ currencyId: currencyId(1) }, 'option_currency'],
    [{ currencyId: USDC }, 'insufficient_balance'],
    [{ userId: userId(100_009) }, 'option_quiz_required'],
  ] as const) {
    await expect(fixture.take(request), code).rejects.toEqual(refused(code));
  }
  expect(await fixture.micro()).toEqual({ available: amount('1000'), held: 0n });
  expect(await fixture.contradictions()).toEqual([]);
});

const terms = {
  currency_id: 3,
  enabled: true,
  min_stake: '1',
  max_stake: '1000',
  user_max: '1000',
  window_max: '100000',
  pool_max: '2000000',
};
const setTerms = (change: Partial<Record<keyof typeof terms, string>>) =>
  database.db.transact(async (tx) => {
    await optionApprovals['option currency']?.execute(tx, { ...terms, ...change }, decision);
  });

test('the open stakes of one user and the obligations of one expiry have limits', async () => {
  await setTerms({ user_max: '1000', max_stake: '300' });
  await fixture.fund(ALICE, '5000');
  for (const _ of [1, 2, 3]) await fixture.take({ stake: amount('300') });
  await expect(fixture.take({ stake: amount('101') })).rejects.toEqual(refused('option_user_limit'));
  await fixture.take({ stake: amount('100') });
  await setTerms({ user_max: '9000', window_max: '700' });
  // 600 are owed for this expiry already: 60 % of 1,000.
  await expect(fixture.take({ userId: BEA, stake: amount('200') })).rejects.toEqual(
    refused('option_window_limit'),
  );
  await fixture.take({ userId: BEA, stake: amount('160') });
  await fixture.seconds(1);
  await fixture.take({ userId: BEA, stake: amount('200') });
  expect(await fixture.contradictions()).toEqual([]);
});

test('the pool never owes more than its cap, to the last unit, though its shards are smaller', async () => {
  await setTerms({ pool_max: '120' });
  await fixture.take({ stake: amount('100') });
  await fixture.take({ stake: amount('99'), userId: BEA });
  await expect(fixture.take({ stake: amount('2') })).rejects.toEqual(refused('option_pool_limit'));
  await fixture.take({ stake: amount('1') });
  expect((await fixture.pool()).held).toBe(amount('120'));
  // Lowered below the present obligations: no new orders, and open orders keep their terms.
  await setTerms({ pool_max: '60' });
  await expect(fixture.take({ stake: amount('1') })).rejects.toEqual(refused('option_pool_limit'));
  expect(await fixture.contradictions()).toEqual([]);
});

test('the pool never owes more than it has, in whichever shard the money lies', async () => {
  await fixture.fundPool('3', 7);
  await fixture.fund(ALICE, '20000');
  await setTerms({ max_stake: '6000', user_max: '50000', window_max: '999999' });
  // 5,003 in the pool; each order of 5,000 owes 3,000.
  await fixture.take({ stake: amount('5000') });
  await expect(fixture.take({ stake: amount('5000') })).rejects.toEqual(refused('option_pool_limit'));
  await fixture.take({ stake: amount('3338') });
  expect(await fixture.pool()).toEqual({ available: amount('0.2'), held: amount('5002.8') });
  expect(await fixture.contradictions()).toEqual([]);
});

test('a shard that has a part of the profit gets only what is missing from the others', async () => {
  await fixture.fund(ALICE, '1000', USDC);
  await fixture.fundPool('10', 1, USDC);
  await fixture.fundPool('500', 2, USDC);
  await fixture.take({ currencyId: USDC });
  const shard = async (index: number) =>
    (await fixture.ledger.balance(database.db, houseAccount('option_pool', index), USDC)).available;
  expect([await shard(1), await shard(2)]).toEqual([0n, amount('450')]);
  expect((await fixture.pool(USDC)).held).toBe(amount('60'));
});

test('forty concurrent orders against a pool for ten leave ten', async () => {
  await setTerms({ pool_max: '600' });
  const people = Array.from({ length: 40 }, (_, index) => userId(100_100 + index));
  await fixture.admit(...people);
  for (const user of people) await fixture.fund(user, '100');
  const tried = await Promise.allSettled(people.map((user) => fixture.take({ userId: user })));
  const reasons = tried.flatMap((one) =>
    one.status === 'rejected' ? [String((one.reason as { code?: string }).code)] : [],
  );
  expect(new Set(reasons)).toEqual(new Set(['option_pool_limit']));
  expect(reasons).toHaveLength(30);
  expect((await fixture.pool()).held).toBe(amount('600'));
  expect(await fixture.contradictions()).toEqual([]);
});

test('a change of terms applies to new orders only', async () => {
  const { id } = await fixture.take();
  await database.db.transact(async (tx) => {
    await optionApprovals['option duration']?.execute(
      tx,
      { seconds: 30, profit_ratio: '10', min_amount: '1', max_amount: '50', enabled: true },
      decision,
    );
  });
  await expect(fixture.take()).rejects.toEqual(refused('option_stake_limits'));
  await fixture.seconds(25, '30000');
  await fixture.seconds(6, '30001');
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'win', returned: amount('160') });
  expect(() => currencyOf({ ...terms, user_max: '1' })).toThrow(
    expect.objectContaining({ code: 'value_invalid' }),
  );
});

test('the quiz must be passed completely, and residence, phone number and chosen region must be allowed', async () => {
  const right = OPTIONS_QUIZ.questions.map(({ id, right: answer }) => `${id}:${answer}`).join(',');
  const wrong = right.replace(/1:\d/, '1:1');
  const carl = userId(100_050);
  await fixture.fund(carl, '100');
  const answer = (answers: string, country: string) =>
    answerQuiz(fixture.deps, OPTIONS_QUIZ, carl, { answers, country });
  expect(await answer(wrong, 'JP')).toEqual({ passed: false, wrong: [1] });
  await expect(answer('1:2', 'JP')).rejects.toEqual(refused('option_quiz_invalid'));
  await expect(answer(right, 'XX')).rejects.toEqual(refused('area_unknown'));
  expect(await answer(right, 'us')).toMatchObject({ passed: true });
  await expect(fixture.take({ userId: carl })).rejects.toEqual(refused('option_region'));
  await answer(right, 'jp');
  for (const home of [
    { phone: '+442079460958' },
    { region: 'GB' },
    { phone: '+819012345678', region: 'US' },
  ]) {
    fixture.homes.set(carl, home);
    await expect(fixture.take({ userId: carl })).rejects.toEqual(refused('option_region'));
  }
  fixture.homes.set(carl, { phone: '+819012345678', region: 'JP' });
  expect(await fixture.take({ userId: carl })).toMatchObject({ userId: carl });
});

test('a lower own limit applies at once, a higher one after 24 hours', async () => {
  await setLimit(fixture.deps, ALICE, 'daily_stake', amount('150'));
  await fixture.take();
  await expect(fixture.take()).rejects.toEqual(refused('option_daily_stake'));
  const raised = await setLimit(fixture.deps, ALICE, 'daily_stake', amount('500'));
  expect(raised.daily_stake).toMatchObject({
    limit: '150',
    next: '500',
    next_ms: fixture.clock.now() + DAY_MS,
  });
  await expect(fixture.take()).rejects.toEqual(refused('option_daily_stake'));
  fixture.clock.set(fixture.clock.now() + DAY_MS);
  await fixture.seconds(1);
  await fixture.take();
  await fixture.take();
});

test('a loss limit counts the open stakes, so that it is never exceeded', async () => {
  await setLimit(fixture.deps, ALICE, 'daily_loss', amount('250'));
  expect(await played('down', '30000', '30001')).toMatchObject({ outcome: 'lose' });
  await fixture.take();
  await expect(fixture.take()).rejects.toEqual(refused('option_daily_loss'));
  await fixture.take({ stake: amount('50') });
  await expect(fixture.take({ stake: amount('1') })).rejects.toEqual(refused('option_daily_loss'));
});

test('a pause is lengthened at once and shortened after 24 hours', async () => {
  await coolOff(fixture.deps, ALICE, 168);
  await expect(fixture.take()).rejects.toEqual(refused('option_cooling_off'));
  const ended = await coolOff(fixture.deps, ALICE, 0);
  expect(ended.cooling_until_ms).toBe(fixture.clock.now() + DAY_MS);
  await expect(fixture.take()).rejects.toEqual(refused('option_cooling_off'));
  fixture.clock.set(fixture.clock.now() + DAY_MS);
  await fixture.seconds(1);
  expect(await fixture.take()).toMatchObject({ stake: amount('100') });
});

test('agreed terms and settled outcomes cannot be changed, not even in the database', async () => {
  const { id } = await played('up', '30000', '30001');
  const change = (statement: ReturnType<typeof sql>) => expect(database.db.run(statement)).rejects.toThrow();
  await change(sql`update options_orders set outcome = 'lose', returned = 0 where id = ${id}`);
  await change(sql`delete from options_orders where id = ${id}`);
  const open = await fixture.take();
  await change(sql`update options_orders set ratio = 0.01 where id = ${open.id}`);
  await change(sql`update options_orders set direction = 'down' where id = ${open.id}`);
  await change(
    sql`update options_orders set expires_at = expires_at + interval '1 day' where id = ${open.id}`,
  );
});

test('the receipt matches the posted amounts', async () => {
  const won = await played('up', '30000', '30000.5');
  const row = await database.db.one<{ body: string }>(
    sql`select body from proofs_receipts where kind = 'option' and subject = ${String(won.id)}`,
  );
  const receipt = JSON.parse(row.body) as { result: Record<string, string>; ticks: unknown[] };
  expect(receipt.result).toEqual({
    outcome: 'win',
    entry: '30000',
    entry_second: String(won.entrySecond),
    settlement: '30000.5',
    window_ticks: '5',
    returned: format(won.returned ?? amount('0')),
  });
  expect(receipt.ticks).toHaveLength(6);
  expect(BTC).toBe(won.marketId);
});

test('what an operator has switched off, a broken index and an untrusted clock refuse new options', async () => {
  const off = (table: 'options_durations' | 'options_currencies', enabled: boolean) =>
    database.db.run(
      table === 'options_durations'
        ? sql`update options_durations set enabled = ${enabled} where seconds = 30`
        : sql`update options_currencies set enabled = ${enabled} where currency_id = 3`,
    );
  await off('options_durations', false);
  await expect(fixture.take()).rejects.toEqual(refused('option_duration_unknown'));
  await off('options_durations', true);
  await off('options_currencies', false);
  await expect(fixture.take()).rejects.toEqual(refused('option_currency'));
  await off('options_currencies', true);
  fixture.clock.judge({ trusted: false, steady: true });
  await expect(fixture.take()).rejects.toEqual(refused('market_halted'));
  fixture.clock.judge({ trusted: true, steady: true });
  expect(await fixture.take()).toMatchObject({ stake: amount('100') });
});

test('one stake may reach the limit of its expiry exactly, and none alone exceeds it', async () => {
  await setTerms({ window_max: '60' });
  await expect(fixture.take({ stake: amount('101') })).rejects.toEqual(refused('option_window_limit'));
  await fixture.take({ stake: amount('100') });
  await expect(fixture.take({ stake: amount('1'), userId: BEA })).rejects.toEqual(
    refused('option_window_limit'),
  );
  // Another expiry has its own limit.
  await fixture.seconds(1);
  await fixture.take({ stake: amount('100'), userId: BEA });
});

test('a user has counters of each outcome, and those of a day begin anew with the next', async () => {
  await played('up', '30000', '30001');
  await played('down', '30000', '30001');
  await played('up', '30000', '30000');
  const person = () => database.db.transact((tx) => lockPerson(tx, ALICE, fixture.clock.now()));
  expect(await person()).toMatchObject({
    wins: 1,
    losses: 1,
    ties: 1,
    voids: 0,
    staked: amount('300'),
    returned: amount('260'),
    dayStaked: amount('300'),
    dayNet: amount('-40'),
    openStake: 0n,
  });
  fixture.clock.set(fixture.clock.now() + DAY_MS);
  await fixture.seconds(1);
  await played('down', '30000', '29999');
  expect(await person()).toMatchObject({ wins: 2, dayStaked: amount('100'), dayNet: amount('60') });
  // A stake of one day that is lost on the next counts there as a loss, not as a stake.
  fixture.clock.set(endOfDay(fixture.clock.now()) - 10_000);
  await fixture.seconds(1);
  await played('up', '30000', '29999');
  expect(await person()).toMatchObject({ losses: 2, dayStaked: 0n, dayNet: amount('-100') });
});

test('options in two currencies that are settled together give each currency its own capacity back', async () => {
  await fixture.fund(ALICE, '1000', USDC);
  await fixture.fundPool('5000', 0, USDC);
  await fixture.take({ stake: amount('100') });
  const { expiresMs } = await fixture.take({ stake: amount('200'), currencyId: USDC });
  await fixture.seconds(30);
  fixture.clock.set(expiresMs);
  expect(await fixture.settler.runDue()).toBe(2);
  expect(await fixture.contradictions()).toEqual([]);
});

test('a clock that goes back over midnight by a second keeps the counters of the new day', async () => {
  const midnight = endOfDay(START);
  fixture.clock.set(midnight - 1_000);
  await fixture.seconds(1);
  await fixture.take();
  fixture.clock.set(midnight - 500);
  await fixture.take();
  fixture.clock.set(midnight + 500);
  await fixture.take();
  const { day, dayStaked } = await database.db.transact((tx) => lockPerson(tx, ALICE, midnight));
  expect([day, dayStaked]).toEqual([utcDay(midnight), amount('300')]);
});

test('options of one market that expired hours apart are settled together, each by its own ticks', async () => {
  const takeAndLeave = async (end: string): Promise<number> => {
    fixture.clock.set(fixture.clock.now() + 300);
    const { id } = await fixture.take();
    await fixture.seconds(25, '30000');
    await fixture.seconds(5, end);
    return id;
  };
  const first = await takeAndLeave('30001');
  fixture.clock.set(fixture.clock.now() + 7_200_000);
  await fixture.seconds(1);
  const second = await takeAndLeave('29999');
  fixture.clock.set(fixture.clock.now() + 1_000);
  expect(await fixture.settler.runDue()).toBe(2);
  expect([(await fixture.order(first)).outcome, (await fixture.order(second)).outcome]).toEqual([
    'win',
    'lose',
  ]);
});

test('each own limit changes by itself and keeps its own time', async () => {
  const { deps, clock } = fixture;
  const now = clock.now();
  await setLimit(deps, ALICE, 'daily_stake', amount('300'));
  await setLimit(deps, ALICE, 'daily_loss', amount('200'));
  await setLimit(deps, ALICE, 'daily_stake', amount('400'));
  clock.set(now + 1_000);
  const limits = await setLimit(deps, ALICE, 'daily_loss', amount('500'));
  expect(limits.daily_stake).toMatchObject({ limit: '300', next: '400', next_ms: now + DAY_MS });
  expect(limits.daily_loss).toMatchObject({ limit: '200', next: '500', next_ms: now + 1_000 + DAY_MS });
});

test('orders are listed newest first, open and settled apart, a full page and the rest', async () => {
  const settled = await played('up', '30000', '30001');
  const open = [
    await fixture.take({ stake: amount('10') }),
    await fixture.take({ stake: amount('10'), marketId: BTC }),
  ];
  const list = async (isOpen: boolean | undefined, page: number, limit: number, user = ALICE) => {
    const filter = { market: undefined, open: isOpen };
    const { rows, total } = await ordersOfUser(database.db, user, filter, { page, limit });
    return [rows.map(({ id }) => id), total];
  };
  const newest = open.map(({ id }) => id).toReversed();
  expect(await list(true, 1, 10)).toEqual([newest, 2]);
  expect(await list(false, 1, 10)).toEqual([[settled.id], 1]);
  expect(await list(undefined, 1, 2)).toEqual([newest, 3]);
  expect(await list(undefined, 2, 2)).toEqual([[settled.id], 3]);
  expect(await list(undefined, 1, 2, BEA)).toEqual([[], 0]);
  await fixture.seconds(1, '30000', true);
  expect(await list(true, 1, 10)).toEqual([newest, 2]);
  const since = settled.settledMs ?? 0;
  expect(await readDay(database.db, since)).toMatchObject({ settled: 1, wins: 1, staked: '100.0000000000' });
  expect(await readDay(database.db, since + 1)).toMatchObject({ settled: 0, staked: '0' });
});

test('a market without options and a broken index refuse them by their own codes', async () => {
  const { deps } = fixture;
  const { market } = deps;
  const taken = (more: Partial<typeof market>) =>
    database.db.transact((tx) =>
      accept({ ...deps, market: { ...market, ...more } }, tx, {
        userId: ALICE,
        marketId: BTC,
        currencyId: USDT,
        direction: 'up',
        seconds: 30,
        stake: amount('100'),
      }),
    );
  const closed = { ...market.instruments.need(BTC), openMicrotrade: false };
  await expect(taken({ instruments: { ...market.instruments, need: () => closed } })).rejects.toEqual(
    refused('option_closed'),
  );
  const index = market.index(BTC);
  if (!index) return expect.fail('no index');
  await expect(taken({ index: () => ({ ...index, broken: true, stale: true }) })).rejects.toEqual(
    refused('index_broken'),
  );
  expect(await taken({})).toMatchObject({ marketId: BTC });
});
