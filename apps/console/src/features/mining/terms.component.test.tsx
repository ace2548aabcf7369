import { expect, test } from 'vitest';
import { openServer, server } from '../../testing/console.tsx';
import { newProduct, otherTerms } from './terms.ts';
import type { Product } from './terms.ts';

const PRODUCT = {
  id: 9,
  currency_name: 'ETH',
  interest_rate: '0.05',
  penalty_ratio: '2',
  save_min: '1',
  save_max: '20',
  total: '300',
  opens_ms: null,
  closes_ms: Date.parse('2026-12-24T08:00:00Z'),
  vip_only: true,
} as unknown as Product;
const reason = 'Other terms';

test('terms are sent in ms, and an empty time is none', async () => {
  openServer();
  const { before, send } = otherTerms(PRODUCT);
  expect(before).toMatchObject({ opens: '', closes: '2026-12-24 08:00', vip_only: true });
  await send({ ...before, reason });
  await send({ ...before, opens: '2026-12-01 00:30', closes: '', vip_only: false, reason });
  const sent = { interest_rate: '0.05', penalty_ratio: '2', save_min: '1', save_max: '20', total: '300' };
  expect(server.sent('console/mining_terms')).toEqual([
    { ...sent, id: 9, closes_ms: PRODUCT.closes_ms, vip_only: true, reason },
    { ...sent, id: 9, opens_ms: Date.parse('2026-12-01T00:30:00Z'), vip_only: false, reason },
  ]);
});

test('a new product has its category and its days', async () => {
  openServer();
  const { before, send } = newProduct([{ id: 2, code: 'ETH' }]);
  const values = {
    ...otherTerms(PRODUCT).before,
    ...before,
    currency_id: '2',
    category: 'cloud',
    day: '90',
    reason,
  };
  await send(values);
  expect(server.sent('console/mining_product')).toMatchObject([
    { currency_id: '2', category: 'cloud', day: '90', penalty_ratio: '0', vip_only: false },
  ]);
});

test.each([
  ['interest_rate', '0', false],
  ['interest_rate', '10', true],
  ['interest_rate', '10.1', false],
  ['penalty_ratio', '0', true],
  ['penalty_ratio', '100', true],
  ['penalty_ratio', '100.5', false],
  ['save_max', '0.9', false],
  ['save_max', '1', true],
  ['total', '19', false],
  ['total', '20', true],
  ['opens', '24.12.2026', false],
])('%s of %s is accepted: %s', (name, value, accepted) => {
  const { before, fields } = otherTerms(PRODUCT);
  const error = fields.find((field) => field.name === name)?.wrong?.(value, before);
  expect(error === undefined).toBe(accepted);
});
