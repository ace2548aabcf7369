import { amount, price } from '@karat/money';
import { allotmentFacts, launchpadFormula } from '../src/index.ts';
import type { AllotmentFacts, Facts, Receipt } from '../src/index.ts';
import { settled, signed } from './vector-receipts.ts';

/** 600,000 of 2,500,000 tokens applied for, of which 1,000,000 are for sale at 0.1 USDT. */
const application = (more: Partial<AllotmentFacts> = {}): Facts =>
  allotmentFacts({
    project: 3,
    id: 41,
    token: 'TOK',
    payCurrency: 'USDT',
    payDecimals: 6,
    price: price('0.1'),
    amount: amount('600000'),
    held: amount('60000'),
    terms: { supply: amount('1000000'), applied: amount('2500000'), decimals: 2, cutoff: undefined },
    ...more,
  });
/** One of three applications for 50 of 100 whole tokens: 33 each, and one more for the lowest number. */
const third = (id: number): Facts =>
  application({
    id,
    amount: amount('50'),
    held: amount('5'),
    terms: {
      supply: amount('100'),
      applied: amount('150'),
      decimals: 0,
      cutoff: { id: 41, remainder: 50n },
    },
  });
const inBitcoin = application({
  payCurrency: 'BTC',
  payDecimals: 8,
  price: price('0.0000016667'),
  held: amount('1.00002'),
  terms: { supply: amount('1000000'), applied: amount('2500001'), decimals: 2, cutoff: undefined },
});
const cancelled = application({
  terms: { supply: amount('0'), applied: amount('2500000'), decimals: 2, cutoff: undefined },
});
const enough = application({
  terms: { supply: amount('1000000'), applied: amount('1000000'), decimals: 2, cutoff: undefined },
});
const receiptOf = (order: Facts): Receipt => settled(launchpadFormula, order['application'] ?? '', order);

export const launchpadReceipts: readonly (readonly [name: string, receipt: Receipt])[] = [
  ['launchpad, pro rata', receiptOf(application())],
  ['launchpad, not oversubscribed', receiptOf(enough)],
  ['launchpad, one unit more by the lowest number', receiptOf(third(41))],
  ['launchpad, the share alone after the cutoff', receiptOf(third(42))],
  ['launchpad, charge rounded up in bitcoin', receiptOf(inBitcoin)],
  ['launchpad, cancelled project', receiptOf(cancelled)],
];

/** Allotments that the holder of the key has made wrongly. */
export function wrongAllotments() {
  const wrong = (order: Facts, result: Facts) => {
    const right = receiptOf(order);
    return signed({ ...right, result: { ...right.result, ...result } });
  };
  return [
    {
      name: 'fewer tokens than the share, signed',
      signed: wrong(application(), { tokens: '239999.99' }),
      fails: 'result',
    },
    {
      name: 'one unit more after the cutoff, signed',
      signed: wrong(third(42), { tokens: '34' }),
      fails: 'result',
    },
    {
      name: 'a part of the refund kept, signed',
      signed: wrong(cancelled, { refund: '59999' }),
      fails: 'result',
    },
  ];
}
