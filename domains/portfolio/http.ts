import { pageReply, refuse } from '@karat/contract';
import type { Contract, CostMethod, CurrencyId, UserId } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import type { Lang } from '@karat/i18n';
import { ZERO, compare, format, minus, mulDown, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { emptyAsset } from './assets.ts';
import type { AssetRow } from './assets.ts';
import { dateOf, daysIn, monthOf, monthStart, nextMonth, yearOf, yearStart } from './calendar.ts';
import type { PortfolioCounter } from './counter.ts';
import type { PortfolioDeps } from './deps.ts';
import { countEstimated, readEstimatedQuantities, readEvents, readOpenLots } from './read-store.ts';
import { readAssets } from './state-store.ts';
import { chartOf, periodsOf, profitPercent, valueNow } from './value-history.ts';
import {
  assetView,
  costOf,
  disposalView,
  estimatedView,
  lotView,
  percentTextOfCost,
  periodView,
  progressView,
  realisedOf,
  totalOf,
  unrealisedOf,
} from './views.ts';
import type { EventNames, PricedAsset } from './views.ts';

type Calls = Handlers<Contract['portfolio']>;

export interface PortfolioContext extends PortfolioDeps {
  readonly counter: Pick<PortfolioCounter, 'refresh'>;
}

const CURSOR = /^[1-9][0-9]{0,14}$/;
/** Number of the last event of the page before. */
function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  return CURSOR.test(cursor) ? Number(cursor) : refuse('parameter_error');
}

/** Assets with their currencies and prices. */
async function pricedAssets(deps: PortfolioDeps, rows: readonly AssetRow[]): Promise<PricedAsset[]> {
  const { ctx, ledger, prices } = deps;
  const priceOf = await prices.now(ctx.db);
  const currencies = new Map((await ledger.currencies(ctx.db)).map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const currency = currencies.get(row.currency);
    return currency === undefined ? [] : [{ row, currency, price: priceOf(currency) }];
  });
}

async function namesFor(deps: PortfolioDeps, lang: Lang): Promise<EventNames> {
  const codes = new Map((await deps.ledger.currencies(deps.ctx.db)).map(({ id, code }) => [id, code]));
  return { codeOf: (id) => codes.get(id) ?? '', kindName: (kind) => deps.kindName(kind, lang) };
}

const valueOf = ({ row, price }: PricedAsset): Amount =>
  price === undefined ? ZERO : mulDown(minus(row.quantity, row.owed), price);

async function assetsOf(deps: PortfolioDeps, user: UserId, method: CostMethod) {
  const assets = await pricedAssets(deps, await readAssets(deps.ctx.db, user));
  const estimated = await readEstimatedQuantities(deps.ctx.db, user);
  return assets
    .toSorted((a, b) => compare(valueOf(b), valueOf(a)) || a.currency.id - b.currency.id)
    .map((asset) =>
      assetView(asset, {
        method,
        estimated: estimated.get(asset.currency.id) ?? ZERO,
        change: deps.prices.change24h(asset.currency.id),
      }),
    );
}

async function assetOf(deps: PortfolioDeps, user: UserId, currency: Currency, method: CostMethod) {
  const { ctx, prices } = deps;
  const rows = await readAssets(ctx.db, user);
  const row = rows.find((one) => one.currency === currency.id) ?? emptyAsset(currency.id);
  const estimated = await readEstimatedQuantities(ctx.db, user);
  const price = (await prices.now(ctx.db))(currency);
  return assetView(
    { row, currency, price },
    { method, estimated: estimated.get(currency.id) ?? ZERO, change: prices.change24h(currency.id) },
  );
}

async function summaryOf(deps: PortfolioDeps, user: UserId, method: CostMethod) {
  const rows = await readAssets(deps.ctx.db, user);
  const assets = await pricedAssets(deps, rows);
  const { value, unpriced } = await valueNow(deps, rows);
  const cost = sum(assets.map(({ row }) => costOf(row, method)));
  const unrealised = sum(assets.map((asset) => unrealisedOf(asset, method) ?? ZERO));
  const points = await chartOf(deps, user, '24h', rows);
  const [first, last] = [points[0], points.at(-1)];
  const today = last?.profit ?? ZERO;
  return {
    value: format(value),
    cost: format(cost),
    unrealised: format(unrealised),
    unrealised_percent: percentTextOfCost(unrealised, cost),
    realised: format(sum(rows.map((row) => realisedOf(row, method)))),
    income: format(sum(rows.map(({ income }) => income))),
    fees: format(sum(rows.map(({ fees }) => fees))),
    owed: format(
      sum(assets.map(({ row, price }) => (price === undefined ? ZERO : mulDown(row.owed, price)))),
    ),
    today: {
      profit: format(today),
      percent: profitPercent(today, first?.value ?? ZERO, last?.transfers ?? ZERO),
    },
    unpriced: [...unpriced],
    estimated: await countEstimated(deps.ctx.db, user),
  };
}

const overview = (context: PortfolioContext) =>
  ({
    'portfolio/summary': async ({ caller, input }) => {
      const progress = await context.counter.refresh(caller.userId);
      return { ...progressView(progress), ...(await summaryOf(context, caller.userId, input.method)) };
    },
    'portfolio/chart': async ({ caller, input }) => {
      const progress = await context.counter.refresh(caller.userId);
      const points = await chartOf(context, caller.userId, input.range);
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) return refuse('internal_error');
      return {
        ...progressView(progress),
        range: input.range,
        from_ms: first.at,
        to_ms: last.at,
        start_value: format(first.value),
        value: format(last.value),
        transfers: format(last.transfers),
        profit: format(last.profit),
        percent: profitPercent(last.profit, first.value, last.transfers),
        points: points.map(({ at, value, transfers, profit }) => ({
          at_ms: at,
          value: format(value),
          transfers: format(transfers),
          profit: format(profit),
        })),
      };
    },
    'portfolio/assets': async ({ caller, input }) => {
      const progress = await context.counter.refresh(caller.userId);
      return { ...progressView(progress), data: await assetsOf(context, caller.userId, input.method) };
    },
    'portfolio/asset': async ({ caller, input }) => {
      const currency = await context.ledger.currency(context.ctx.db, input.currency_id);
      const progress = await context.counter.refresh(caller.userId);
      return {
        ...progressView(progress),
        ...(await assetOf(context, caller.userId, currency, input.method)),
      };
    },
  }) satisfies Partial<Calls>;

/** A known currency, or none. */
const currencyOf = async ({ ledger, ctx }: PortfolioDeps, id: CurrencyId | undefined) =>
  id === undefined ? undefined : (await ledger.currency(ctx.db, id)).id;

const lists = (context: PortfolioContext) => {
  const { ctx, ledger, prices } = context;
  const eventsOf = async (
    user: UserId,
    of: 'sales' | 'estimated',
    input: {
      readonly currency_id?: CurrencyId | undefined;
      readonly cursor?: string | undefined;
      readonly limit: number;
      readonly method: CostMethod;
    },
  ) => {
    const { method, limit } = input;
    const currency = await currencyOf(context, input.currency_id);
    const before = readCursor(input.cursor);
    await context.counter.refresh(user);
    const rows = await readEvents(ctx.db, user, { of, method, currency, before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { page, next: last === undefined ? null : String(last.id) };
  };
  return {
    'portfolio/lots': async ({ caller, input, lang }) => {
      const currency = await ledger.currency(ctx.db, input.currency_id);
      await context.counter.refresh(caller.userId);
      const { rows, total } = await readOpenLots(ctx.db, caller.userId, currency.id, input);
      const price = (await prices.now(ctx.db))(currency);
      const data = rows.map((lot) => lotView(lot, price, (kind) => context.kindName(kind, lang)));
      return pageReply(data, total, input.page, input.limit);
    },
    'portfolio/disposals': async ({ caller, input, lang }) => {
      const { page, next } = await eventsOf(caller.userId, 'sales', input);
      const names = await namesFor(context, lang);
      return { data: page.map((event) => disposalView(event, names)), next };
    },
    'portfolio/estimated': async ({ caller, input, lang }) => {
      const { page, next } = await eventsOf(caller.userId, 'estimated', { ...input, method: 'average' });
      const names = await namesFor(context, lang);
      return { data: page.map((event) => estimatedView(event, names)), next };
    },
  } satisfies Partial<Calls>;
};

const periods = (context: PortfolioContext) =>
  ({
    'portfolio/days': async ({ caller, input }) => {
      const progress = await context.counter.refresh(caller.userId);
      const now = context.ctx.clock.now();
      const start = monthStart(input.month);
      const starts = daysIn(start, Math.min(nextMonth(start), now + 1));
      const days = await periodsOf(context, caller.userId, 'day', {
        starts,
        end: (starts.at(-1) ?? start) + DAY_MS,
        method: input.method,
      });
      return {
        ...progressView(progress),
        month: input.month,
        first_month: progress.firstMs === null ? null : monthOf(progress.firstMs),
        total: periodView(totalOf(days)),
        data: days.map((day) => ({ date: dateOf(day.startMs), ...periodView(day) })),
      };
    },
    'portfolio/years': async ({ caller, input }) => {
      const progress = await context.counter.refresh(caller.userId);
      if (progress.firstMs === null) return { ...progressView(progress), data: [] };
      const first = yearOf(progress.firstMs);
      const last = yearOf(context.ctx.clock.now());
      const starts = Array.from({ length: last - first + 1 }, (_, index) => yearStart(first + index));
      const years = await periodsOf(context, caller.userId, 'year', {
        starts,
        end: yearStart(last + 1),
        method: input.method,
      });
      return {
        ...progressView(progress),
        data: years.toReversed().map((year) => ({ year: yearOf(year.startMs), ...periodView(year) })),
      };
    },
  }) satisfies Partial<Calls>;

/** Answers cost basis, profit and loss; users see only what is their own. */
export const figureHandlers = (context: PortfolioContext) => ({
  ...overview(context),
  ...lists(context),
  ...periods(context),
});
