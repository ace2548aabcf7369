import { currencyId, refuse } from '@karat/contract';
import { checkListing } from '@karat/domains/market';
import type { Payload } from '@karat/domains/operators';
import { amount, format, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import type { LaunchpadDeps } from './deps.ts';
import { readProjectMarket, writeOpened } from './market-store.ts';
import type { PlannedMarket } from './market-store.ts';
import type { Project } from './types.ts';

/** A market as operators ask for it; without a reference price it is the price of the subscription. */
export interface MarketRequest {
  readonly quote: number;
  readonly tick: Price;
  readonly lot: Amount;
  readonly minNotional: Amount;
  readonly reference: Price | undefined;
}

/** The planned market of an approval request; undefined where the project is to be listed without one. */
export function plannedMarketOf(payload: Payload): PlannedMarket | undefined {
  if (payload['quote_currency'] === undefined) return undefined;
  const textAt = (field: string): string => String(payload[field] ?? '');
  return {
    quote: currencyId(Number(payload['quote_currency'])),
    tick: price(textAt('tick')),
    lot: amount(textAt('lot')),
    minNotional: amount(textAt('min_notional')),
    reference: price(textAt('reference_price')),
  };
}

/** A planned market as an approval request stores it. */
export const marketPayload = (id: number, market: PlannedMarket | undefined): Payload => ({
  id,
  ...(market === undefined
    ? {}
    : {
        quote_currency: market.quote,
        tick: format(market.tick),
        lot: format(market.lot),
        min_notional: format(market.minNotional),
        reference_price: format(market.reference),
      }),
});

/** Returns the market with its reference price. Refuses `value_invalid` where the project has no price in the quote currency. */
export function withReference(project: Project, { reference, ...request }: MarketRequest): PlannedMarket {
  const quote = currencyId(request.quote);
  const subscription = project.prices.find((each) => each.currencyId === quote)?.price;
  return {
    ...request,
    quote,
    reference: reference ?? subscription ?? refuse('value_invalid', { field: 'reference_price' }),
  };
}

/** Refuses `project_state` once the tokens are being unlocked, and of a withdrawn project. */
export function checkMarketTime({ unlockingMs, cancelledMs }: Project): void {
  if (unlockingMs !== undefined || cancelledMs !== undefined) refuse('project_state');
}

/**
 * Refuses `project_state` once the tokens are being unlocked, `currency_unknown`, and `value_invalid` with the field for a quote
 * currency without an outside price and for steps that a book cannot keep.
 */
export async function checkMarket(
  { ledger, market: data }: Pick<LaunchpadDeps, 'ledger' | 'market'>,
  db: Queries,
  project: Project,
  market: PlannedMarket,
): Promise<void> {
  checkMarketTime(project);
  const quote = await ledger.currency(db, market.quote);
  const isPriced = data.prices.lastInUsdt(market.quote) !== undefined;
  if (quote.kind !== 'coin' || !quote.enabled || !isPriced || quote.id === project.currencyId)
    refuse('value_invalid', { field: 'quote_currency' });
  checkListing(market, project, quote);
}

/** Opens the market of a project in the transaction that lists it. Does nothing where none is planned. */
export async function openProjectMarket(deps: LaunchpadDeps, tx: Tx, project: Project): Promise<void> {
  const { ctx, ledger, market: data } = deps;
  const planned = await readProjectMarket(tx, project.id);
  if (!planned || planned.marketId !== undefined) return;
  const { currencyId: id, code, decimals, texts } = project;
  const quote = await ledger.currency(tx, planned.quote);
  const listed = await data.listMarket(tx, {
    ...planned,
    base: { id, code, decimals },
    quote: { id: quote.id, code: quote.code, decimals: quote.decimals },
    title: texts.en.title,
    kind: 'coin',
  });
  await writeOpened(tx, project.id, listed.id, ctx.clock.now());
  deps.onStep?.('opened');
}
