import { format, price } from '@karat/money';
import { expect, test } from 'vitest';
import { dayChecker, seedCommitment } from './seed.ts';
import { BEHAVIOURS } from './walk/instruments.ts';
import { createWalk } from './walk/walk.ts';

const day = '2026-11-20';
const seed = 'ab'.repeat(32);
const base = 'BTC/USDT=92000;ETH/USDT=3100';
const revealed = { day, seed, base, commitment: seedCommitment(day, seed, base) };
const BTC = BEHAVIOURS[0];
const midnight = Date.parse(day) / 1000;
const walk = createWalk({ day, seed, base: new Map([['BTC/USDT', price('92000')]]) });
const tick = (second: number, text?: string) => ({
  market: 1,
  time: midnight + second,
  source: 'simulated' as const,
  quotes: '',
  previous: '',
  hash: '',
  price: text ?? format((BTC && walk.priceAt(BTC, second)) ?? price('1')),
});
const hour = Array.from({ length: 900 }, (_, index) => tick(3_600 + index));

test('the published ticks of a day follow from its seed, each one', () => {
  expect(dayChecker(revealed)('BTC/USDT', hour)).toEqual({ is: 'equal', ticks: 900 });
});

test('one other price is named with what the seed gives, and another seed is reported', () => {
  const bent = hour.with(17, tick(3_617, '1'));
  expect(dayChecker(revealed)('BTC/USDT', bent)).toMatchObject({ is: 'other_price', time: midnight + 3_617 });
  expect(dayChecker({ ...revealed, seed: 'cd'.repeat(32) })('BTC/USDT', hour)).toEqual({ is: 'other_seed' });
});

test('ticks of other days are ignored', () => {
  expect(dayChecker(revealed)('BTC/USDT', [tick(86_400), tick(-1)])).toEqual({ is: 'equal', ticks: 0 });
});

test('midnight belongs to the day, and the last second; live ticks are not compared', () => {
  const check = dayChecker(revealed);
  expect(check('BTC/USDT', [tick(0), tick(86_399)])).toEqual({ is: 'equal', ticks: 2 });
  expect(check('BTC/USDT', [tick(0, '1')])).toMatchObject({
    is: 'other_price',
    time: midnight,
    published: '1',
  });
  expect(check('BTC/USDT', [tick(86_399, '1')])).toMatchObject({ is: 'other_price' });
  expect(check('BTC/USDT', [{ ...tick(5, '1'), source: 'live' }])).toEqual({ is: 'equal', ticks: 0 });
});

test('a tick of an instrument that the seed does not simulate is an other price', () => {
  expect(dayChecker(revealed)('NEW/USDT', [tick(5, '1')])).toEqual({
    is: 'other_price',
    time: midnight + 5,
    expected: '',
    published: '1',
  });
});

test('unreadable base prices are another seed', () => {
  const bad = { ...revealed, base: 'BTC', commitment: seedCommitment(day, seed, 'BTC') };
  expect(dayChecker(bad)('BTC/USDT', [])).toEqual({ is: 'other_seed' });
});
