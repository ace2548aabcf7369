import { PRICE_SOURCES, currencyId, marketId, refuse } from '@karat/contract';
import type { Contract, Read, Reply } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import { checkListing } from '@karat/domains/market';
import type { Market, MarketKind, PriceProducts } from '@karat/domains/market';
import { change, fact, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Change, Payload } from '@karat/domains/operators';
import { amount, format, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { CurrenciesDeps } from './deps.ts';

/** Kind of approval that changes what the price of a currency comes from. */
export const PRICE_SOURCE_CHANGE = 'price source';

type Call = Contract['currencies']['console/price_source_change'];
type PriceView = Reply<Contract['currencies']['console/currencies']>[number]['price'];

const USDT = 'USDT';
/** Decimals of the index of a pair that has no market yet. */
const INDEX_DECIMALS_MAX = 10;

/** The market whose index is the price of a currency. */
const pricingMarket = ({ market }: CurrenciesDeps, { id }: Pick<Currency, 'id'>): Market | undefined =>
  market.instruments.all().find(({ base, quoteName }) => base === id && quoteName === USDT);

const kindOf = ({ kind }: Currency): MarketKind => (kind === 'stock' ? 'stock' : 'coin');

const originOf = ({ pricing, listedMs }: Market): NonNullable<PriceView>['origin'] =>
  pricing === 'book' ? 'book' : listedMs === undefined ? 'release' : 'sources';

/** What the price of a currency comes from, with the present quotes of its sources. */
export function priceView(deps: CurrenciesDeps, currency: Currency): PriceView {
  const market = pricingMarket(deps, currency);
  if (!market) return null;
  const index = deps.market.index(market.id);
  const quotes = new Map(market.products ? deps.market.outside.trial(market).quotes : []);
  return {
    symbol: market.symbol,
    origin: originOf(market),
    version: market.version,
    index: index ? format(index.price) : null,
    stale: index?.stale ?? true,
    sources: PRICE_SOURCES.flatMap((source) => {
      const product = market.products?.[source];
      const quote = quotes.get(source);
      if (product === undefined) return [];
      return [{ source, product, quote: quote === undefined ? null : format(quote) }];
    }),
  };
}

/** Steps of the market that a currency without one gets. */
interface OpeningSteps {
  readonly tick: Price;
  readonly lot: Amount;
  readonly minNotional: Amount;
}

/** Refuses `value_invalid` with the field that is missing. */
function stepsOf(payload: Payload): OpeningSteps {
  const text = (field: string): string => {
    const value = payload[field];
    return value === undefined ? refuse('value_invalid', { field }) : String(value);
  };
  return {
    tick: price(text('tick')),
    lot: amount(text('lot')),
    minNotional: amount(text('min_notional')),
  };
}

/** Names at the sources; refuses `value_invalid` with the source that is not read or has no such name, or of which more are needed. */
function productsOf(
  { market: { outside } }: CurrenciesDeps,
  payload: Payload,
  pair: Pick<Market, 'symbol' | 'kind'>,
): PriceProducts {
  const named = PRICE_SOURCES.flatMap((source) => {
    const product = payload[source];
    return product === undefined ? [] : [[source, String(product)] as const];
  });
  const products = Object.fromEntries(named);
  const covering = outside.covering({ ...pair, id: marketId(0), products });
  for (const [source] of named) if (!covering.includes(source)) refuse('value_invalid', { field: source });
  const missing = PRICE_SOURCES.find((source) => !covering.includes(source));
  if (named.length > 0 && covering.length < outside.sourcesMin)
    refuse('value_invalid', { field: missing ?? 'binance' });
  return products;
}

/** A price as a multiple of a price step, rounded down, at least one step. */
const onStep = (value: Price, tick: Price): Price => price(value < tick ? tick : value - (value % tick));

/**
 * Refuses `currency_unknown`; `value_invalid` for fiat, USDT and what the release prices; `approval_stale` if the market was changed since;
 * and what `productsOf` refuses.
 */
async function changeIn(deps: CurrenciesDeps, db: Queries, payload: Payload) {
  const currency = await deps.ledger.currency(db, currencyId(Number(payload['currency_id'])));
  const quote = (await deps.ledger.currencies(db)).find(({ code }) => code === USDT);
  const before = pricingMarket(deps, currency);
  if (!quote || currency.kind === 'fiat' || currency.id === quote.id)
    return refuse('value_invalid', { field: 'currency_id' });
  if (before && originOf(before) === 'release') refuse('value_invalid', { field: 'currency_id' });
  if ((before?.version ?? 0) !== payload['version']) refuse('approval_stale');
  const symbol = `${currency.code}/${USDT}`;
  const pair = { symbol, kind: kindOf(currency) };
  const products = productsOf(deps, payload, pair);
  const hasSources = Object.keys(products).length > 0;
  if (!before && !hasSources) refuse('no_change');
  const opening = before ? undefined : stepsOf(payload);
  const { id, indexDecimals } = before ?? { id: marketId(0), indexDecimals: INDEX_DECIMALS_MAX };
  const trial = hasSources ? deps.market.outside.trial({ ...pair, id, products, indexDecimals }) : undefined;
  return { currency, quote, before, symbol, products: hasSources ? products : undefined, opening, trial };
}

type PricingChange = Awaited<ReturnType<typeof changeIn>>;

const BOOK = 'its own order book';
const productsText = (products: PriceProducts | undefined): string =>
  products === undefined
    ? BOOK
    : Object.entries(products)
        .map(([source, product]) => `${source} ${product}`)
        .join(', ');

/** What the sources say at present, for the second operator to compare with the market. */
function quotesText({ trial, products }: PricingChange): string {
  const quotes = new Map(trial?.quotes);
  return Object.keys(products ?? {})
    .map((source) => {
      const quote = quotes.get(source);
      return `${source} ${quote === undefined ? 'no quote yet' : format(quote)}`;
    })
    .join(', ');
}

function presented(asked: PricingChange): Change[] {
  const { before, products, opening, symbol, trial } = asked;
  return [
    change('Price comes from', before ? productsText(before.products) : null, productsText(products)),
    ...(trial
      ? [
          fact('Quotes now', quotesText(asked)),
          fact(
            'Index now',
            trial.price === undefined
              ? 'none: too few sources quote it, or they differ'
              : format(trial.price),
          ),
        ]
      : []),
    ...(opening
      ? [
          change('Market', null, symbol),
          change('Price step', null, format(opening.tick)),
          change('Quantity step', null, format(opening.lot)),
          change('Minimum order', null, `${format(opening.minNotional)} ${USDT}`),
        ]
      : []),
    fact(
      'Withdrawals, sends, conversions',
      products === undefined ? 'stop: its own book values nothing' : 'are valued at this index',
    ),
  ];
}

/** Version of a market that was just opened. */
const OPENED_VERSION = 1;

/** How two operators change what the price of a currency comes from. */
export const priceSourceKind = (deps: CurrenciesDeps): ApprovalKind => ({
  async present(db, payload) {
    const asked = await changeIn(deps, db, payload);
    return {
      title: 'Change the price source of a currency',
      subject: asked.currency.code,
      changes: presented(asked),
    };
  },
  async execute(tx, payload) {
    const { currency, quote, before, products, opening, trial } = await changeIn(deps, tx, payload);
    if (!products || !trial) {
      const listed = before ?? refuse('market_unknown');
      const last = deps.market.index(listed.id)?.price ?? refuse('price_unavailable');
      const origin = { reference: onStep(last, listed.tick) };
      return deps.market.changeOrigin(tx, { marketId: listed.id, version: listed.version, origin });
    }
    // A name that no source quotes would leave the currency without any price.
    const first = trial.price ?? refuse('price_unavailable');
    const { id } = before ?? (await open(deps, tx, currency, quote, first, opening));
    // Another approval may have opened the market meanwhile: then its version is higher, and this approval is stale.
    const version = before?.version ?? OPENED_VERSION;
    return deps.market.changeOrigin(tx, { marketId: id, version, origin: { products } });
  },
});

/** Opens the market of a currency that had none. */
async function open(
  { market }: CurrenciesDeps,
  tx: Tx,
  base: Currency,
  quote: Currency,
  first: Price,
  steps: OpeningSteps | undefined,
): Promise<Market> {
  const { tick, ...rest } = steps ?? refuse('value_invalid', { field: 'tick' });
  const terms = { tick, ...rest, reference: onStep(first, tick) };
  checkListing(terms, base, quote);
  return market.listMarket(tx, { ...terms, base, quote, title: base.title, kind: kindOf(base) });
}

/** Asks to change what the price of a currency comes from; a second operator approves. */
export async function requestPriceSource(
  deps: CurrenciesDeps,
  tx: Tx,
  caller: OperatorCaller,
  { reason, ...asked }: Read<Call>,
): Promise<Reply<Call>> {
  const { code } = await deps.ledger.currency(tx, asked.currency_id);
  const named = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'bigint' ? format(value) : value] as const],
  );
  return requestApproval(deps.ctx, tx, caller, {
    kind: PRICE_SOURCE_CHANGE,
    subject: code,
    payload: Object.fromEntries(named),
    reason,
    present: priceSourceKind(deps).present,
  });
}
