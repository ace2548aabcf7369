import type { Contract, Reply } from '@karat/contract';
import { DUAL_TICKS_MIN, shownDualPrice } from '@karat/evidence';
import { houseAccount } from '@karat/domains/ledger';
import { ZERO, format } from '@karat/money';
import { readCurrencyCodes, symbolOf } from './deps.ts';
import type { DualDeps } from './deps.ts';
import { readExposure, readReserves } from './order-store.ts';
import type { StrikeExposure } from './order-store.ts';
import { exposureBands, priceOf } from './rules.ts';
import { keyText, listSettlements } from './settlement-store.ts';
import type { CountedSettlement } from './settlement-store.ts';

type Dashboard = Reply<Contract['dual']['console/dual']>;

const FINISHED_MAX = 20;

/** The house account against the worst case of open orders, by currency. */
async function coverageOf(deps: DualDeps): Promise<Dashboard['coverage']> {
  const { ctx, ledger } = deps;
  const codeOf = await readCurrencyCodes(deps, ctx.db);
  const balances = await ledger.balances(ctx.db, [houseAccount('dual')]);
  const reserves = await readReserves(ctx.db);
  const currencies = new Set([...balances.map(({ currency }) => Number(currency)), ...reserves.keys()]);
  return [...currencies]
    .toSorted((a, b) => a - b)
    .map((currency) => {
      const balance = balances.find((row) => row.currency === currency);
      const held = balance?.held ?? ZERO;
      const worst = reserves.get(currency) ?? ZERO;
      return {
        currency_name: codeOf(currency),
        available: format(balance?.available ?? ZERO),
        held: format(held),
        worst_case: format(worst),
        covered: held >= worst,
      };
    });
}

function exposureOf(deps: DualDeps, rows: readonly StrikeExposure[]): Dashboard['exposure'] {
  return [...Map.groupBy(rows, ({ key }) => keyText(key)).values()].flatMap((strikes) => {
    const [first] = strikes;
    if (!first) return [];
    const market = deps.market.instruments.need(first.key.marketId);
    return [
      {
        market_id: market.id,
        symbol: market.symbol,
        coin_name: market.baseName,
        quote_name: market.quoteName,
        maturity_ms: first.key.maturityMs,
        strikes: strikes.map((row) => ({
          strike: format(row.strike),
          call: { ...row.calls, principal: format(row.callPrincipal) },
          put: { ...row.puts, principal: format(row.putPrincipal) },
          coin_payout: format(row.coinPayout),
          quote_payout: format(row.quotePayout),
        })),
        bands: exposureBands(strikes).map(({ from, to, coin, quote }) => ({
          from: from === undefined ? null : format(from),
          to: to === undefined ? null : format(to),
          coin: format(coin),
          quote: format(quote),
        })),
      },
    ];
  });
}

function stateOf({
  window,
  basis,
  finishedMs,
}: CountedSettlement): Dashboard['settlements'][number]['state'] {
  if (finishedMs !== undefined) return 'done';
  if (basis !== undefined) return 'paying';
  return window ? 'settling' : 'waiting';
}

/** Coverage, exposure and settlements as the console shows them. */
export async function readDashboard(deps: DualDeps): Promise<Dashboard> {
  const { db } = deps.ctx;
  const settlements = await listSettlements(db, FINISHED_MAX);
  return {
    coverage: await coverageOf(deps),
    exposure: exposureOf(deps, await readExposure(db)),
    settlements: settlements.map((each) => {
      const price = priceOf(each);
      return {
        market_id: each.marketId,
        symbol: symbolOf(deps, each.marketId),
        maturity_ms: each.maturityMs,
        state: stateOf(each),
        ticks: each.window?.count ?? null,
        ticks_needed: DUAL_TICKS_MIN,
        basis: each.basis ?? null,
        price: price ? format(shownDualPrice(price)) : null,
        source: each.source?.document ?? null,
        orders: each.orders,
        open_orders: each.openOrders,
      };
    }),
  };
}
