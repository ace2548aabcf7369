import type { CurrencyId } from '@karat/contract';
import { BTC, ETH, USDT, movementsOf } from '@karat/domains/ledger';
import { ZERO, amount } from '@karat/money';
import { csv } from '@karat/platform/spreadsheet';
import { expect, test } from 'vitest';
import { coinTrackingRows, koinlyRows } from './import-rows.ts';

const AT = Date.UTC(2026, 2, 4, 10);
const names = new Map([
  [USDT, 'USDT'],
  [BTC, 'BTC'],
  [ETH, 'ETH'],
]);
const nameOf = (id: CurrencyId): string => names.get(id) ?? expect.fail('no name');

/** A posting of an order in the journal of a batch; `held` is released or held with it. */
const posting = (reference: string, currency: CurrencyId, change: string, held = ZERO) => ({
  journalId: 7,
  kind: 'spot:trade',
  reference,
  at: AT,
  currency,
  available: amount(change),
  held,
});

const rowsOf = (text: string): string[] => text.trim().split('\r\n').slice(1);

/** Two orders of a user in one batch: one buys BTC with a hold, one sells ETH. */
const batch = movementsOf([
  posting('order:1', USDT, '0', amount('-5000')),
  posting('order:1', BTC, '0.0999'),
  posting('order:2', ETH, '-1.5'),
  posting('order:2', USDT, '4495.5'),
  posting('order:3', USDT, '-20', amount('20')),
]);

test('each order of a batch is a row of its own, and a hold is none', () => {
  expect(rowsOf(csv(koinlyRows(batch, nameOf)))).toEqual([
    '2026-03-04 10:00:00 UTC,5000,USDT,0.0999,BTC,,,,,,spot:trade,karat-7',
    '2026-03-04 10:00:00 UTC,1.5,ETH,4495.5,USDT,,,,,,spot:trade,karat-7',
  ]);
  expect(rowsOf(csv(coinTrackingRows(batch, nameOf)))).toEqual([
    'Trade,0.0999,BTC,5000,USDT,,,Karat,,spot:trade,2026-03-04 10:00:00,karat-7',
    'Trade,4495.5,USDT,1.5,ETH,,,Karat,,spot:trade,2026-03-04 10:00:00,karat-7',
  ]);
});

test('a movement of several currencies in one direction has a row for each', () => {
  const gift = movementsOf([posting('gift', USDT, '3'), posting('gift', BTC, '0.1')]);
  expect(rowsOf(csv(koinlyRows(gift, nameOf, () => 'reward')))).toEqual([
    '2026-03-04 10:00:00 UTC,,,3,USDT,,,,,reward,spot:trade,karat-7',
    '2026-03-04 10:00:00 UTC,,,0.1,BTC,,,,,reward,spot:trade,karat-7',
  ]);
});
