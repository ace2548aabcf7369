import { amount, format, rate, smallestUnit } from '@karat/money';
import { loanConversionFacts, loanConversionFormula, saleFacts, saleFormula } from '../src/index.ts';
import type { Facts, LoanConversionFacts, Receipt, SaleFacts } from '../src/index.ts';
import { T0 } from './vector-keys.ts';
import { settled, signed } from './vector-receipts.ts';
import { ticks } from './vector-ticks.ts';

/** A resale for 10.01 USDT whose parts leave units over. */
const sale = (more: Partial<SaleFacts> = {}): Facts =>
  saleFacts({
    order: 51,
    code: 'A0123456789B',
    currency: 'USDT',
    decimals: 2,
    price: amount('10.01'),
    fullFeeRate: rate('0.025'),
    discount: rate('0.1'),
    royaltyRate: rate('0.05'),
    ...more,
  });

const bitcoin = { code: 'BTC', decimals: 8, tick: { market: ticks[0]?.market ?? 0, second: T0 + 10 } };
const tether = { code: 'USDT', decimals: 6, tick: undefined };
const conversion = (more: Partial<LoanConversionFacts> = {}): Facts =>
  loanConversionFacts({
    loan: 20,
    from: tether,
    to: bitcoin,
    amount: amount('1000.000001'),
    fullFeeRate: rate('0.001'),
    discount: rate('0.15'),
    ...more,
  });

const settledConversion = (): Receipt => settled(loanConversionFormula, '61', conversion());

/** Decimals of the figures of a conversion. */
const UNIT_OF: Readonly<Record<string, string>> = {
  received: 'to_decimals',
  fee: 'from_decimals',
  taken: 'from_decimals',
};
const CHANGED_TERMS: readonly { readonly of: 'sale' | 'conversion'; readonly change: Facts }[] = [
  { of: 'sale', change: { price: '10.02' } },
  { of: 'sale', change: { price: '10.015' } },
  { of: 'sale', change: { full_fee_rate: '0.0250000001' } },
  { of: 'sale', change: { discount: '0' } },
  { of: 'sale', change: { discount: '1.1' } },
  { of: 'sale', change: { royalty_rate: '0' } },
  { of: 'sale', change: { royalty_rate: '0.99' } },
  { of: 'conversion', change: { amount: '1000.000002' } },
  { of: 'conversion', change: { full_fee_rate: '0.0010000001' } },
  { of: 'conversion', change: { discount: '0' } },
  { of: 'conversion', change: { from_decimals: '5' } },
  { of: 'conversion', change: { to_market: '0' } },
];

export const feeReceipts: readonly (readonly [name: string, receipt: Receipt])[] = [
  ['nft-sale/1, a resale with a discount', settled(saleFormula, '51', sale())],
  [
    'nft-sale/1, a first sale of one unit',
    settled(
      saleFormula,
      '52',
      sale({ order: 52, price: amount('0.01'), discount: rate('0'), royaltyRate: rate('0') }),
    ),
  ],
  ['loan-conversion/1, into bitcoins', settledConversion()],
  [
    'loan-conversion/1, out of bitcoins without a discount',
    settled(
      loanConversionFormula,
      '62',
      conversion({ from: bitcoin, to: tether, amount: amount('0.12345678'), discount: rate('0') }),
    ),
  ],
];

/** Fees, parts and amounts that the holder of the key has stated wrongly: each figure of a result is one unit too high. */
export function wrongFees() {
  const results = feeReceipts.flatMap(([name, right]) =>
    Object.entries(right.result).map(([field, text]) => {
      const { decimals, [UNIT_OF[field] ?? '']: places = decimals ?? '10' } = right.order;
      const unit = smallestUnit(field === 'fee_rate' ? 10 : Number(places));
      const result = { ...right.result, [field]: format(amount(amount(text) + unit)) };
      return { name: `${name}: ${field} one unit higher, signed`, signed: signed({ ...right, result }) };
    }),
  );
  const orders = CHANGED_TERMS.map(({ of, change }) => {
    const right = of === 'sale' ? settled(saleFormula, '51', sale()) : settledConversion();
    const [[field] = []] = Object.entries(change);
    return {
      name: `${right.formula.id}: another ${field}, signed`,
      signed: signed({ ...right, order: { ...right.order, ...change } }),
    };
  });
  return [...results, ...orders].map((each) => ({ ...each, fails: 'result' }));
}
