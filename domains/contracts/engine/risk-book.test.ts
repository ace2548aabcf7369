import { marketId, userId } from '@karat/contract';
import { UNIT, amount, price } from '@karat/money';
import { isCloseOut } from '@karat/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossMarginState, isolatedMarginState } from '../margin-account.ts';
import { Status } from '../position.ts';
import type { Position } from '../position.ts';
import { positionWith } from '../testing/positions.ts';
import { RiskBook } from './decide/risk-book.ts';
import { TriggerLevels } from './decide/trigger-levels.ts';

const MARKETS = [marketId(1), marketId(2), marketId(3)];
const held = (id: number, more: Partial<Position>): Position =>
  positionWith({
    id,
    mode: 'cross',
    status: Status.open,
    spread: price('0.02'),
    lots: amount('1'),
    price: price('100'),
    margin: amount('0.1'),
    originMargin: amount('0.1'),
    openTick: 1,
    ...more,
  });

test('levels pop in the order in which a price reaches them, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { maxLength: 200 }), fc.nat(1_000), (levels, at) => {
      const up = new TriggerLevels('up', 2);
      const down = new TriggerLevels('down', 2);
      levels.forEach((level, id) => {
        up.add(level, id, 1);
        down.add(level, id, 1);
      });
      const [reachedUp, reachedDown]: [number[], number[]] = [[], []];
      up.take(at, (id) => reachedUp.push(id));
      down.take(at, (id) => reachedDown.push(id));
      const which = (reaches: (level: number) => boolean): number[] =>
        levels.flatMap((level, id) => (reaches(level) ? [id] : []));
      expect(reachedUp.toSorted((a, b) => a - b)).toEqual(which((level) => level <= at));
      expect(reachedDown.toSorted((a, b) => a - b)).toEqual(which((level) => level >= at));
      up.take(at, () => expect.unreachable());
    }),
  );
});

test('the due accounts are those that the exact rules liquidate, after any insert, removal and change', () => {
  const changes = fc.array(
    fc.record({
      id: fc.nat(30),
      user: fc.nat(5),
      market: fc.nat(2),
      long: fc.boolean(),
      cross: fc.boolean(),
      lots: fc.integer({ min: 1, max: 500 }),
      margin: fc.integer({ min: 0, max: 300 }),
      gone: fc.boolean(),
      move: fc.tuple(fc.nat(20_000), fc.nat(20_000), fc.nat(20_000)),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(changes, fc.array(fc.nat(500), { minLength: 6, maxLength: 6 }), (steps, money) => {
      const book = new RiskBook();
      for (const id of MARKETS) book.addMarket(id, 2);
      const all = new Map<number, Position>();
      for (const { id, user, market, long, cross, lots, margin, gone, move } of steps) {
        const fresh = held(id, {
          userId: userId(user),
          marketId: MARKETS[market] ?? marketId(1),
          side: long ? 'long' : 'short',
          mode: cross ? 'cross' : 'isolated',
          lots: amount(String(lots)),
          margin: amount(String(margin)),
        });
        all.delete(id);
        if (gone) book.remove(id);
        else {
          book.set(fresh);
          all.set(id, fresh);
        }
        money.forEach((available, each) => book.setAvailable(userId(each), amount(String(available))));
        const prices = new Map(
          MARKETS.map((name, at) => [name, price(BigInt((move[at] ?? 0) + 1) * (UNIT / 100n))]),
        );
        const due = book.tick(prices);
        const mark = (name: (typeof MARKETS)[number]) => {
          const index = prices.get(name);
          return index === undefined ? undefined : { index, tick: 1 };
        };
        const expected = new Set<number>();
        for (const [each, available] of money.entries()) {
          const positions = [...all.values()].filter((one) => one.userId === userId(each));
          const standing = crossMarginState({ available: amount(String(available)), positions }, mark);
          if (standing && isCloseOut(standing)) expected.add(each);
          for (const one of positions) {
            const index = mark(one.marketId)?.index;
            if (one.mode === 'isolated' && index !== undefined && isCloseOut(isolatedMarginState(one, index)))
              expected.add(each);
          }
        }
        // Memory computes a bid below zero, the exact rules stop at the smallest price: memory never finds fewer.
        for (const each of expected) expect(due.users.has(userId(each))).toBe(true);
        const clear = MARKETS.every((name) => (prices.get(name) ?? 0n) > price('0.1'));
        if (clear) expect(due.users.size).toBe(expected.size);
      }
    }),
    { numRuns: 200 },
  );
});
