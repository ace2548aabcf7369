import { expect, test } from 'vitest';
import { openServer, server } from '../../testing/console.tsx';
import { changeTerms, givePrice, newProduct, voidMaturity } from './changes.ts';
import type { Product, Settlement } from './changes.ts';

const END = Date.parse('2026-12-20T08:00:42Z');
const PRODUCT = {
  id: 7,
  symbol: 'BTC/USDT',
  type: 'call',
  strike: '97000',
  apr: '12.5',
  total_shares: 900,
  user_max_shares: 30,
  sale_end_ms: END,
  enabled: true,
} as Product;
const reason = 'New terms';

test('terms that are unchanged keep the seconds of the end of the sale', async () => {
  openServer();
  const { before, send } = changeTerms(PRODUCT);
  await send({ ...before, reason });
  await send({ ...before, apr: '13', enabled: false, sale_end: '2026-12-20 08:01', reason });
  const sent = { id: 7, apr: '12.5', total_shares: '900', user_max_shares: '30', reason };
  expect(server.sent('console/dual_terms')).toEqual([
    { ...sent, sale_end_ms: END, enabled: true },
    { ...sent, apr: '13', sale_end_ms: Date.parse('2026-12-20T08:01:00Z'), enabled: false },
  ]);
});

test('a new product is sent with the direction and the days that were entered', async () => {
  openServer();
  const now = Date.parse('2026-12-01T10:20:30Z');
  const { before, fields, send } = newProduct([{ match_id: 4, symbol: 'ETH/USDT' }], now);
  expect(before).toEqual({ sale_start: '2026-12-01 10:20' });
  const values = {
    ...before,
    market_id: '4',
    strike: '3000',
    apr: '8',
    total_shares: '50',
    user_max_shares: '5',
    share_price: '0.1',
    sale_end: '2026-12-10 00:00',
    maturity: '2026-12-24',
    reason,
  };
  for (const type of ['put', 'call']) await send({ ...values, type });
  const sent = {
    market_id: 4,
    strike: '3000',
    share_price: '0.1',
    sale_start_ms: Date.parse('2026-12-01T10:20:00Z'),
    sale_end_ms: Date.parse('2026-12-10T00:00:00Z'),
    maturity: '2026-12-24',
  };
  expect(server.sent('console/dual_product')).toMatchObject([
    { type: 'put', share_price: sent.share_price, strike: sent.strike, maturity: sent.maturity },
    { type: 'call', sale_start_ms: sent.sale_start_ms, sale_end_ms: sent.sale_end_ms },
  ]);
  const wrong = (name: string, value: string) =>
    fields.find((each) => each.name === name)?.wrong?.(value, {});
  expect([wrong('total_shares', '0'), wrong('total_shares', '1.5'), wrong('user_max_shares', '1')]).toEqual([
    'A whole number above zero',
    'A whole number above zero',
    undefined,
  ]);
  expect([wrong('maturity', '24.12.2026'), wrong('strike', '0'), wrong('apr', '')]).not.toContain(undefined);
});

test('a price and a void name their maturity, and a price its document', async () => {
  openServer();
  const settlement = { market_id: 4, maturity_ms: END, symbol: 'ETH/USDT' } as Settlement;
  const price = givePrice(settlement);
  await price.send({ price: '2999.5', source: 'Bulletin 7', reason });
  await voidMaturity(settlement).send({ reason });
  expect(server.sent('console/dual_source')).toEqual([
    { market_id: 4, maturity_ms: END, price: '2999.5', source: 'Bulletin 7', reason },
  ]);
  expect(server.sent('console/dual_void')).toEqual([{ market_id: 4, maturity_ms: END, reason }]);
  const source = price.fields.find(({ name }) => name === 'source');
  expect([source?.wrong?.(' seven7 ', {}), source?.wrong?.('eight888', {})]).toEqual([
    'Name the document, at least eight letters',
    undefined,
  ]);
});
