import { amount, format, rate, smallestUnit } from '@karat/money';
import { discountedRate, splitSale } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeReceipts } from '../../testing/vector-fees.ts';
import { receiptKey, tickKey } from '../../testing/vector-keys.ts';
import { signed } from '../../testing/vector-receipts.ts';
import { fileOf, simulated } from '../../testing/vector-ticks.ts';
import { verifyReceipt } from '../verify.ts';
import type { Receipt } from '../receipt.ts';
import { saleFacts, saleFormula } from './nft-sale.ts';

const sale = fc.record({
  units: fc.bigInt(1n, 10n ** 12n),
  decimals: fc.integer({ min: 0, max: 10 }),
  fullFeeRate: fc.bigInt(0n, 10n ** 9n).map((units) => rate(units)),
  discount: fc.bigInt(0n, 10n ** 10n).map((units) => rate(units)),
  royaltyRate: fc.bigInt(0n, 10n ** 9n).map((units) => rate(units)),
});

test('the parts of a sale are those of the rules and sum to the price', () => {
  fc.assert(
    fc.property(sale, ({ units, ...terms }) => {
      const price = amount(units * smallestUnit(terms.decimals));
      const facts = saleFacts({ ...terms, order: 1, code: 'A', currency: 'USDT', price });
      const { fee_rate: feeRate = '', received = '', royalty = '', fee = '' } = saleFormula.result(facts, []);
      const expected = discountedRate(terms.fullFeeRate, terms.discount);
      const parts = splitSale(price, { ...terms, feeRate: expected }, terms.decimals);
      expect(feeRate).toBe(format(expected));
      expect([received, royalty, fee]).toEqual([parts.seller, parts.artist, parts.house].map(format));
      expect(amount(received) + amount(royalty) + amount(fee)).toBe(price);
    }),
  );
});

const failed = async (forged: Receipt, original: Receipt): Promise<string[]> => {
  const checks = await verifyReceipt(
    { ...signed(forged), signature: signed(original).signature },
    {
      receiptKeys: [receiptKey.publicKey],
      tickKeys: [tickKey.publicKey],
      ticks: () => Promise.resolve(fileOf(simulated)),
    },
  );
  return checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
};
/** A fact with another last digit, or another text. */
const changedFact = (text: string): string =>
  /\d$/.test(text) ? `${text.slice(0, -1)}${(Number(text.at(-1)) + 1) % 10}` : `${text}X`;

test.each(feeReceipts)('%s: each fact changed by one unit is refused', async (_name, right) => {
  for (const part of ['order', 'result'] as const)
    for (const [field, text] of Object.entries(right[part])) {
      const forged = { ...right, [part]: { ...right[part], [field]: changedFact(text) } };
      expect(await failed(forged, right), `${part}.${field}`).toContain('signature');
    }
});

test('a sale needs no ticks, and its rates are shares', () => {
  const terms = { decimals: 6, fullFeeRate: rate('0.02'), discount: rate('0'), royaltyRate: rate('0.1') };
  const facts = saleFacts({ ...terms, order: 1, code: 'A', currency: 'USDT', price: amount('100') });
  expect([saleFormula.ranges(facts), saleFormula.choose(facts, [])]).toEqual([[], []]);
  expect(() => saleFormula.result({ ...facts, discount: '1.0000000001' }, [])).toThrow(
    'discount is not between 0 and 1',
  );
  expect(() => saleFormula.result({ ...facts, royalty_rate: '-0.1' }, [])).toThrow(
    'royalty_rate is not between',
  );
});
