import { UNIT, amount, format, price } from '@karat/money';
import type { Amount } from '@karat/money';
import { LOAN_LIQUIDATION_PERCENT, isLoanBelow, liquidateLoan, loanRiskRate } from '@karat/rules';
import type { SoldAsset } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula, TickRange } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';

/** The market whose index prices a currency in USDT; 0: the currency is USDT, one unit is 1. */
const NO_MARKET = 0;

/** An amount of a currency as a receipt states it. */
export interface ReceiptAsset {
  /** Number and code of the currency. */
  readonly currency: number;
  readonly code: string;
  readonly decimals: number;
  readonly amount: Amount;
  /** Market of its index price and the unix second of the tick; undefined for USDT. */
  readonly tick?: { readonly market: number; readonly second: number } | undefined;
}

export interface LoanLiquidationFacts {
  readonly debt: ReceiptAsset;
  readonly assets: readonly ReceiptAsset[];
}

const assetText = ({ currency, code, decimals, amount: held, tick }: ReceiptAsset): string =>
  [currency, code, decimals, format(held), tick?.market ?? NO_MARKET, tick?.second ?? 0].join(':');

/** Debt and assets of a liquidated loan as a receipt states them. */
export const loanFacts = ({ debt, assets }: LoanLiquidationFacts): Facts => ({
  debt: assetText(debt),
  assets: assets.map(assetText).join(' '),
  threshold: String(LOAN_LIQUIDATION_PERCENT),
});

const ASSET =
  /^([1-9][0-9]{0,9}):([A-Z0-9]{1,12}):([0-9]|10):([0-9]+(?:\.[0-9]{1,10})?):([0-9]{1,9}):([0-9]{1,12})$/;

function readAsset(text: string): ReceiptAsset {
  const [, currency, code, decimals, held, market, second] = ASSET.exec(text) ?? [];
  if (currency === undefined || code === undefined || held === undefined)
    throw new RangeError(`not currency:code:decimals:amount:market:second: ${text}`);
  const tick = { market: Number(market), second: Number(second) };
  return {
    currency: Number(currency),
    code,
    decimals: Number(decimals),
    amount: amount(held),
    tick: tick.market === NO_MARKET ? undefined : tick,
  };
}

const readFacts = (order: Facts): LoanLiquidationFacts => ({
  debt: readAsset(fact(order, 'debt')),
  assets: fact(order, 'assets')
    .split(' ')
    .filter((text) => text !== '')
    .map(readAsset),
});

/** The ticks that price the currencies, each once, in the order in which the receipt lists them. */
function ticksOf(order: Facts): TickRange[] {
  const { debt, assets } = readFacts(order);
  const ranges = new Map<string, TickRange>();
  for (const { tick } of [debt, ...assets]) {
    if (!tick) continue;
    const range = { market: tick.market, from: tick.second, to: tick.second };
    ranges.set(`${tick.market}@${tick.second}`, range);
  }
  return [...ranges.values()];
}

/** An asset at the price of its tick. */
function priced(asset: ReceiptAsset, ticks: readonly ReceiptTick[]): SoldAsset {
  const { tick } = asset;
  if (!tick) return { ...asset, price: price(UNIT) };
  const found = ticks.find(({ market, time }) => market === tick.market && time === tick.second);
  if (!found) throw new RangeError(`no tick of market ${tick.market} at ${tick.second}`);
  return { ...asset, price: price(found.price) };
}

const amountsText = (amounts: readonly { readonly code: string; readonly amount: Amount }[]): string =>
  amounts
    .filter(({ amount: each }) => each > 0n)
    .map(({ code, amount: each }) => `${format(each)} ${code}`)
    .join(', ');

export const loanFormula: Formula = {
  id: 'loan/1',
  text:
    'debt and each of assets read currency:code:decimals:amount:market:second. The price of a currency in USDT is that of the ' +
    'tick of its market at that second; market 0: 1. risk_rate = sum of assets x price / (debt x price) x 100, rounded down at ' +
    'two decimals; compared exactly it is below threshold. Assets are sold at these prices until the debt is paid, the currency ' +
    'of the debt first, then the others by currency number: an amount sold is what is still owed / price, rounded up at ' +
    'its decimals, at most the asset. The rest is returned. shortfall = what is still owed then, in the currency of the ' +
    'debt, rounded up at its decimals.',
  ranges: ticksOf,
  choose: (order, published) =>
    ticksOf(order).flatMap(
      ({ market, from }) => published.find((tick) => tick.market === market && tick.time === from) ?? [],
    ),
  result(order, ticks) {
    const facts = readFacts(order);
    const [debt, assets] = [priced(facts.debt, ticks), facts.assets.map((asset) => priced(asset, ticks))];
    if (wholeFact(order, 'threshold') !== LOAN_LIQUIDATION_PERCENT)
      throw new RangeError(`the threshold is ${LOAN_LIQUIDATION_PERCENT}`);
    const risk = loanRiskRate({ assets, debt });
    if (risk === undefined || !isLoanBelow({ assets, debt }, LOAN_LIQUIDATION_PERCENT))
      throw new RangeError(`the risk rate was not below ${LOAN_LIQUIDATION_PERCENT} %`);
    const { assets: liquidated, shortfall } = liquidateLoan(assets, debt);
    const codes = new Map(facts.assets.map(({ currency, code }) => [currency, code]));
    const of = (kind: 'sold' | 'returned'): string =>
      amountsText(liquidated.map((each) => ({ code: codes.get(each.currency) ?? '', amount: each[kind] })));
    return {
      outcome: 'liquidated',
      risk_rate: format(risk),
      sold: of('sold'),
      returned: of('returned'),
      shortfall: format(shortfall),
    };
  },
};
