import { refuse } from '@karat/contract';
import type { FiatMethod, UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import { USDT, houseAccount } from '@karat/domains/ledger';
import { MINUTE_MS, fiatPurchasePrice, fiatPurchaseReceived } from '@karat/rules';
import { bankFor } from './offers.ts';
import type { Offers } from './offers.ts';
import { EXPIRE, OPEN_MAX } from './deps.ts';
import type { FiatDeps, StoredRate } from './deps.ts';
import { providerOf } from './providers.ts';
import { REFERENCE_NUMBERS, referenceOf } from './reference.ts';
import { isWhole, wrongDetail } from './rules.ts';
import type { Payer } from './rules.ts';
import { countOpen, insertOrder, insertStep, lockBuyer } from './store.ts';
import type { NewOrder, Order } from './store.ts';
import { notifyBuyer } from './steps.ts';

const REFERENCE_TRIES = 5;

export interface OrderRequest {
  readonly user: UserId;
  readonly country: string;
  readonly currency: string;
  readonly method: FiatMethod;
  readonly amount: Amount;
  /** The displayed price. */
  readonly price?: Price | undefined;
  readonly payer: Payer;
}

/** Returns units per USDT at a usable rate; undefined if the rate is too old. */
export function currentPrice({ offers, ctx }: FiatDeps, stored: StoredRate | undefined): Price | undefined {
  if (!stored) return undefined;
  const age = ctx.clock.now() - stored.savedAt;
  // A dollar is one USDT, however old its rate.
  if (stored.code !== 'USD' && age > offers.rateAgeMsMax) return undefined;
  return fiatPurchasePrice(stored.code, stored.rate, offers.spread);
}

/** Whether a method is offered for a currency. */
export function isOffered(deps: FiatDeps, method: FiatMethod, currency: string): boolean {
  const { offers } = deps;
  if (method === 'swift') return offers.banks.some((bank) => bank.currency === currency);
  return providerOf(deps, method) !== undefined && offers.providers[method].currencies.includes(currency);
}

/**
 * Places an order for USDT. Refuses `fiat_region_unsupported`, `fiat_method_unavailable`, `fiat_amount_whole`,
 * `amount_below_minimum`, `fiat_payer_invalid`, `price_unavailable` (no rate, or one too old), `fiat_price_moved`,
 * `fiat_over_limit` (of the level, per purchase), `fiat_sold_out`, `fiat_too_many_open`.
 */
export async function placeOrder(deps: FiatDeps, tx: Tx, request: OrderRequest): Promise<Order> {
  checkRequest(deps, request);
  const rates = await deps.rates(tx);
  const at = currentPrice(
    deps,
    rates.find((rate) => rate.code === request.currency),
  );
  if (at === undefined) return refuse('price_unavailable');
  if (request.price !== undefined && request.price !== at)
    refuse('fiat_price_moved', { price: format(at), currency: request.currency });
  const received = fiatPurchaseReceived(request.amount, at);
  await checkLimits(deps, tx, request.user, received);
  await deps.screening?.refuseMatch(tx, {
    user: request.user,
    name: request.payer.full_name,
    country: request.country,
    origin: 'Payer of a fiat purchase',
  });
  const order = await storeOrder(deps, tx, await draft(deps, tx, request, at, received));
  await insertStep(tx, order.id, 'to_be_paid', 'buyer', order.createdAt);
  await schedule(tx, { kind: EXPIRE, subject: String(order.id), dueAt: order.expiresAt });
  await notifyBuyer(deps, tx, order, 'to_be_paid');
  return order;
}

function checkRequest(deps: FiatDeps, { country, currency, method, amount, payer }: OrderRequest): void {
  const { offers } = deps;
  const currencies = Object.hasOwn(offers.countries, country) ? offers.countries[country] : undefined;
  if (!currencies) return refuse('fiat_region_unsupported');
  const minimum = Object.hasOwn(offers.minimums, currency) ? offers.minimums[currency] : undefined;
  const bank = method !== 'swift' || bankFor(offers, country, currency) !== undefined;
  if (!currencies.includes(currency) || minimum === undefined || !bank || !isOffered(deps, method, currency))
    return refuse('fiat_method_unavailable');
  if (!isWhole(amount)) refuse('fiat_amount_whole');
  if (amount < minimum) refuse('amount_below_minimum', { min: format(minimum), currency });
  const wrong = wrongDetail(payer, offers.taxIdCountries.includes(country));
  if (wrong) refuse('fiat_payer_invalid', { field: wrong });
}

async function checkLimits(deps: FiatDeps, tx: Tx, user: UserId, received: Amount): Promise<void> {
  const max = deps.limits[await deps.levelOf(tx, user)];
  if (received > max) refuse('fiat_over_limit', { max: format(max) });
  const harness = await deps.ledger.balance(tx, houseAccount('fiat_desk'), USDT);
  if (harness.available < received) refuse('fiat_sold_out');
  await lockBuyer(tx, user);
  if ((await countOpen(tx, user)) >= OPEN_MAX) refuse('fiat_too_many_open', { max: OPEN_MAX });
}

const accountOf = (offers: Offers, { method, country, currency }: OrderRequest) =>
  method === 'swift' ? bankFor(offers, country, currency) : undefined;

async function draft(
  deps: FiatDeps,
  db: Queries,
  request: OrderRequest,
  price: Price,
  received: Amount,
): Promise<Omit<NewOrder, 'reference'>> {
  const { user, country, currency, method, amount, payer } = request;
  const known = (await deps.ledger.currencies(db)).find((each) => each.code === currency);
  if (!known) return refuse('fiat_method_unavailable');
  const createdAt = deps.ctx.clock.now();
  const bank = accountOf(deps.offers, request);
  return {
    user,
    country,
    currency,
    currencyId: known.id,
    method,
    amount,
    price,
    received,
    payer,
    createdAt,
    bank: bank?.details ?? null,
    bankAccount: bank?.account ?? null,
    provider: method === 'swift' ? null : (providerOf(deps, method)?.name ?? null),
    expiresAt: createdAt + deps.offers.minutes[method] * MINUTE_MS,
  };
}

/** References are random, so that they do not reveal the volume of sales; a collision is drawn again. */
async function storeOrder(deps: FiatDeps, tx: Tx, order: Omit<NewOrder, 'reference'>): Promise<Order> {
  for (let tries = 0; tries < REFERENCE_TRIES; tries++) {
    const reference = referenceOf(deps.ctx.random.below(REFERENCE_NUMBERS));
    const stored = await insertOrder(tx, { ...order, reference });
    if (stored) return stored;
  }
  throw new Error('no free reference found');
}
