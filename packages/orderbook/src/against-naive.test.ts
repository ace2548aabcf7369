import { expect, test } from 'vitest';
import { NaiveBook } from '../testing/naive-book.ts';
import { CommandSource, runOnBook, runOnNaiveBook } from '../testing/random-commands.ts';
import type { Profile } from '../testing/random-commands.ts';
import { runs } from '../testing/runs.ts';
import { OrderBook, Outcome, Reason, Side } from './index.ts';

const COMMANDS_PER_SEED = runs(25_000, 1_500);
const SEEDS_PER_PROFILE = runs(5, 1);
const DEPTH_EVERY = 5;
const SNAPSHOT_EVERY = 100;
/** A few seconds suffice; a machine busy with other tests takes longer. */
const TIMEOUT_MS = 120_000;

const PROFILES: Profile[] = [
  { name: 'a narrow book of few owners', priceRange: 6, owners: 4, idStep: 1 },
  { name: 'a book across pages of prices', priceRange: 90, owners: 30, idStep: 16 },
  { name: 'prices of any size and ids far apart', priceRange: null, owners: 12, idStep: 1_000_003 },
  { name: 'ids beyond 32 bits a power of two apart', priceRange: 20, owners: 8, idStep: 2 ** 33 },
];

test.each(PROFILES)('agrees with the naive book in everything: $name', { timeout: TIMEOUT_MS }, (profile) => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= SEEDS_PER_PROFILE; seed++) {
    const source = new CommandSource(profile, seed);
    // A book that starts tiny must grow in every part of it.
    const book = new OrderBook({ expectedOrders: 1 });
    const naive = new NaiveBook();
    for (let step = 0; step < COMMANDS_PER_SEED; step++) {
      const command = source.next(naive.ids());
      const actual = runOnBook(book, command);
      const expected = runOnNaiveBook(naive, command);
      // Comparing texts first: a million deep comparisons would take minutes.
      if (JSON.stringify(actual) !== JSON.stringify(expected)) {
        expect(actual, `seed ${seed}, step ${step}, ${JSON.stringify(command)}`).toEqual(expected);
      }
      seen.add(`${actual.outcome}/${actual.reason}`);
      if (step % DEPTH_EVERY === 0) expectSameDepth(book, naive, 4);
      if (step % SNAPSHOT_EVERY === 0) expectSameOrders(book, naive);
    }
    expectSameDepth(book, naive, Infinity);
    expectSameOrders(book, naive);
  }
  // The agreement proves nothing about features that the commands never reached.
  for (const [outcome, reason] of REACHED.slice(0, runs(REACHED.length, 10)))
    expect(seen).toContain(`${outcome}/${reason}`);
});

/** The frequent ones first: a mutation run reaches those only. */
const REACHED: [Outcome, Reason][] = [
  [Outcome.Resting, Reason.None],
  [Outcome.PartlyFilledResting, Reason.None],
  [Outcome.Filled, Reason.None],
  [Outcome.PartlyFilledCancelled, Reason.NoLiquidity],
  [Outcome.PartlyFilledCancelled, Reason.SelfTrade],
  [Outcome.Cancelled, Reason.NoLiquidity],
  [Outcome.Cancelled, Reason.NotFillable],
  [Outcome.Cancelled, Reason.SelfTrade],
  [Outcome.Cancelled, Reason.Requested],
  [Outcome.Reduced, Reason.None],
  [Outcome.Refused, Reason.WouldCross],
  [Outcome.Cancelled, Reason.BudgetSpent],
  [Outcome.PartlyFilledCancelled, Reason.QuantityLimit],
  [Outcome.Refused, Reason.NotReduced],
  [Outcome.Refused, Reason.DuplicateId],
  [Outcome.Refused, Reason.UnknownOrder],
];

function expectSameDepth(book: OrderBook, naive: NaiveBook, levelsMax: number): void {
  for (const side of [Side.Buy, Side.Sell] as const) {
    const actual = book.depth(side, levelsMax);
    const expected = naive.depth(side, levelsMax);
    if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
  }
}

function expectSameOrders(book: OrderBook, naive: NaiveBook): void {
  const actual = book.snapshot();
  const expected = naive.snapshot();
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
  expect(book.orderCount).toBe(expected.length);
  for (const side of [Side.Buy, Side.Sell] as const) {
    const lots = expected
      .filter((order) => order.side === side)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    expect(book.totalQuantity(side)).toBe(lots);
  }
}
