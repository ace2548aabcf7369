import type { CurrencyAmount, CurrencyId, MarketId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { ReceiptTick } from '@karat/evidence';
import { UNIT, price } from '@karat/money';
import type { Price } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { loanDebt } from '@karat/rules';
import type { LoanPosition } from '@karat/rules';
import type { LoansDeps } from './deps.ts';
import type { Loan } from './types.ts';

const ONE = price(UNIT);

/** The price of one unit in USDT with the index tick that gives it. */
export interface CurrencyPrice {
  readonly price: Price;
  /** Undefined for USDT, which is 1. */
  readonly tick: { readonly market: MarketId; readonly second: number } | undefined;
  readonly isFresh: boolean;
}

/** The index price of a currency; undefined before the first tick, and without a market against USDT that has outside
 * sources. */
export function priceOf(
  { market }: Pick<LoansDeps, 'market'>,
  currency: CurrencyId,
): CurrencyPrice | undefined {
  if (currency === USDT) return { price: ONE, tick: undefined, isFresh: true };
  const pair = market.instruments.byPair(currency, USDT);
  // A price that the traders of a currency make alone is no collateral.
  const index = pair?.pricing === 'sources' ? market.index(pair.id) : undefined;
  if (!pair || !index) return undefined;
  return {
    price: index.price,
    tick: { market: pair.id, second: Math.floor(index.time / 1_000) },
    isFresh: !index.stale && !index.broken,
  };
}

/** The published ticks of prices, each once, in their order; undefined where one is not stored. */
export async function storedTicks(
  { market }: Pick<LoansDeps, 'market'>,
  queries: Queries,
  prices: readonly Pick<CurrencyPrice, 'tick'>[],
): Promise<ReceiptTick[] | undefined> {
  const ticks = new Map<string, ReceiptTick>();
  for (const { tick } of prices) {
    const name = tick && `${tick.market}@${tick.second}`;
    if (!tick || name === undefined || ticks.has(name)) continue;
    const [found] = await market.ticks(queries, tick.market, tick.second, tick.second);
    if (!found) return undefined;
    ticks.set(name, found);
  }
  return [...ticks.values()];
}

/** An amount of a currency at its index price. */
export interface PricedPosition extends LoanPosition {
  readonly id: CurrencyId;
  readonly tick: CurrencyPrice['tick'];
}

/** Amounts at index prices; undefined where one has no price. */
export interface PricedAmounts {
  readonly positions: readonly PricedPosition[];
  /** Whether every price is current. */
  readonly isFresh: boolean;
}

export function priceAmounts(
  deps: Pick<LoansDeps, 'market'>,
  amounts: readonly CurrencyAmount[],
): PricedAmounts | undefined {
  const positions: PricedPosition[] = [];
  let isFresh = true;
  for (const { currency, amount } of amounts) {
    const found = priceOf(deps, currency);
    if (!found) return undefined;
    isFresh &&= found.isFresh;
    positions.push({
      id: currency,
      currency: Number(currency),
      amount,
      price: found.price,
      tick: found.tick,
    });
  }
  return { positions, isFresh };
}

/** A loan at index prices. */
export interface PricedLoan {
  readonly assets: readonly PricedPosition[];
  readonly debt: PricedPosition;
  readonly isFresh: boolean;
}

/** Assets and debt of a loan at index prices; undefined where one has no price. */
export function priceLoan(
  deps: Pick<LoansDeps, 'market'>,
  loan: Pick<Loan, 'assets' | 'currencyId' | 'principal' | 'interest' | 'overdue'>,
): PricedLoan | undefined {
  const owed = { currency: loan.currencyId, amount: loanDebt(loan) };
  const priced = priceAmounts(deps, [owed, ...loan.assets]);
  const [debt, ...assets] = priced?.positions ?? [];
  return priced && debt && { debt, assets, isFresh: priced.isFresh };
}
