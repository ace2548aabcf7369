import { expect, test } from 'vitest';
import { openServer, server } from '../../testing/console.tsx';
import {
  bookIncome,
  cancelProject,
  changeTimes,
  listProject,
  newProject,
  payDividend,
  planMarket,
} from './changes.ts';
import type { Project } from './changes.ts';

const START = Date.parse('2026-12-01T08:00:15Z');
const PROJECT = {
  id: 5,
  currency_name: 'PAPER',
  start_ms: START,
  end_ms: Date.parse('2026-12-08T08:00:25Z'),
  listing_ms: Date.parse('2026-12-10T08:00:35Z'),
  market: null,
} as Project;
const reason = 'As agreed';

test('an unchanged time keeps its seconds, another one has none, and an empty listing is not sent', async () => {
  openServer();
  const { before, send } = changeTimes(PROJECT);
  await send({ ...before, end: '2026-12-09 08:00', reason });
  await send({ ...before, listing: '', reason });
  expect(server.sent('console/project_times')).toEqual([
    {
      ...{ id: 5, start_ms: START, end_ms: Date.parse('2026-12-09T08:00:00Z') },
      ...{ listing_ms: PROJECT.listing_ms, reason },
    },
    { id: 5, start_ms: START, end_ms: PROJECT.end_ms, reason },
  ]);
  expect(changeTimes({ ...PROJECT, listing_ms: null }).before).not.toHaveProperty('listing');
});

test('a market is planned with the steps that were given, and none without a quote currency', async () => {
  openServer();
  const { before, send } = planMarket(PROJECT);
  expect(before['quote_currency']).toBe('');
  await send({ ...before, reason });
  await send({ ...before, quote_currency: '45', lot: '', reason });
  expect(server.sent('console/project_market')).toEqual([
    { id: 5, reason },
    { id: 5, quote_currency: '45', tick: '0.0001', min_notional: '5', reason },
  ]);
  const market = { quote_id: 3, tick: '0.1', lot: '2', min_notional: '7', reference_price: '1.5' };
  expect(planMarket({ ...PROJECT, market } as Project).before).toEqual({
    ...{ quote_currency: '3', tick: '0.1', lot: '2', min_notional: '7', reference_price: '1.5' },
  });
});

test('a dividend, an income, a listing and a withdrawal name their project', async () => {
  openServer();
  const now = Date.parse('2026-12-01T10:20:30Z');
  const dividend = payDividend(PROJECT, now);
  expect(dividend.before).toEqual({ currency_id: '3', record: '2026-12-02 10:20' });
  await dividend.send({ ...dividend.before, amount: '12.5', reason });
  await bookIncome(PROJECT).send({ currency_id: '45', amount: '99', document: 'Rent roll 7', reason });
  await listProject(PROJECT).send({ reason });
  await cancelProject(PROJECT).send({ reason });
  expect(server.sent('console/dividend')).toEqual([
    { id: 5, amount: '12.5', currency_id: '3', record_ms: Date.parse('2026-12-02T10:20:00Z'), reason },
  ]);
  expect(server.sent('console/dividend_income')).toEqual([
    { id: 5, amount: '99', currency_id: '45', document: 'Rent roll 7', reason },
  ]);
  expect(server.sent('console/project_listing')).toEqual([{ id: 5, reason }]);
  expect(server.sent('console/project_cancel')).toEqual([{ id: 5, reason }]);
});

test('a new project starts in a minute, for a week, and its links are encrypted', () => {
  const { before, fields } = newProject(Date.parse('2026-12-01T10:20:30Z'));
  expect(before).toMatchObject({ start: '2026-12-01 10:21', end: '2026-12-08 10:20' });
  const wrong = (name: string, value: string) =>
    fields.find((each) => each.name === name)?.wrong?.(value, {});
  expect([
    wrong('website', 'http://paper.example'),
    wrong('code', 'paper'),
    wrong('code', 'P'),
  ]).not.toContain(undefined);
  expect([wrong('website', 'https://paper.example'), wrong('code', 'P4PER12345')]).toEqual([
    undefined,
    undefined,
  ]);
});
