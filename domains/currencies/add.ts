import { currencyId, refuse } from '@karat/contract';
import type { Contract, Read, Reply } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import { checkListing } from '@karat/domains/market';
import type { ListingTerms } from '@karat/domains/market';
import { change, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Change, Payload } from '@karat/domains/operators';
import { amount, format, price } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { logoText } from './change.ts';
import type { CurrenciesDeps } from './deps.ts';
import { insertVersion } from './store.ts';

/** Kind of approval that adds a currency. */
export const CURRENCY_ADD = 'currency addition';

type AddCall = Contract['currencies']['console/currency_add'];

/** The market that a new currency opens with. */
interface OpeningMarket extends ListingTerms {
  readonly quote: Currency;
}

/** The market of a payload; undefined for none. Refuses `value_invalid` with the field that a book cannot keep. */
async function marketOf(
  { ledger, market }: CurrenciesDeps,
  db: Queries,
  payload: Payload,
): Promise<OpeningMarket | undefined> {
  if (payload['quote_currency'] === undefined) return undefined;
  const text = (field: string): string => {
    const value = payload[field];
    return value === undefined ? refuse('value_invalid', { field }) : String(value);
  };
  const quote = await ledger.currency(db, currencyId(Number(payload['quote_currency'])));
  const isPriced = market.instruments
    .all()
    .some(({ quote: id, pricing }) => id === quote.id && pricing === 'sources');
  if (quote.kind !== 'coin' || !quote.enabled || !isPriced)
    refuse('value_invalid', { field: 'quote_currency' });
  const terms = {
    tick: price(text('tick')),
    lot: amount(text('lot')),
    minNotional: amount(text('min_notional')),
    reference: price(text('reference_price')),
  };
  checkListing(terms, { decimals: Number(payload['decimals']) }, quote);
  return { ...terms, quote };
}

const isStock = (payload: Payload): boolean => payload['kind'] === 'stock';

/** Refuses `currency_code_taken` and `value_invalid` with the field. */
async function additionIn(deps: CurrenciesDeps, db: Queries, payload: Payload) {
  const code = String(payload['code']);
  const decimals = Number(payload['decimals']);
  const displayDecimals = Number(payload['display_decimals']);
  const logo = payload['logo'] === undefined ? null : String(payload['logo']);
  if ((await deps.ledger.currencies(db)).some((each) => each.code === code))
    refuse('currency_code_taken', { code });
  if (displayDecimals > decimals) refuse('value_invalid', { field: 'display_decimals' });
  const kind: 'coin' | 'stock' = isStock(payload) ? 'stock' : 'coin';
  const title = String(payload['title']);
  return {
    currency: { code, title, kind, decimals },
    display: { title, displayDecimals, logo },
    market: await marketOf(deps, db, payload),
  };
}

type Addition = Awaited<ReturnType<typeof additionIn>>;

/** Everything that the new currency gets, and what it lacks. */
function presented({ currency, display, market }: Addition): Change[] {
  const added = (label: string, value: string): Change => change(label, null, value);
  const { code } = currency;
  return [
    added('Symbol, fixed', code),
    added('Name', currency.title),
    added('Kind, fixed', currency.kind),
    added('Scale, fixed', `${currency.decimals} decimals`),
    added('Decimals shown', String(display.displayDecimals)),
    added('Logo', logoText(display.logo)),
    added('House accounts', `each gets a balance in ${code} with its first posting`),
    added('Market', market ? `${code}/${market.quote.code}, priced by its own book` : 'none'),
    ...(market
      ? [
          added('Price step', format(market.tick)),
          added('Quantity step', format(market.lot)),
          added('Minimum order', `${format(market.minNotional)} ${market.quote.code}`),
          added('First index', `${format(market.reference)} ${market.quote.code}`),
        ]
      : []),
    added('Outside price', 'none: it cannot be withdrawn, sent or converted before two people add sources'),
    added(
      'Networks',
      currency.kind === 'coin'
        ? 'none: add one for deposits, one for withdrawals'
        : 'none: stocks have no chain',
    ),
  ];
}

/** How two operators add a currency. */
export const addKind = (deps: CurrenciesDeps): ApprovalKind => ({
  async present(db, payload) {
    const addition = await additionIn(deps, db, payload);
    return { title: 'Add a currency', subject: addition.currency.code, changes: presented(addition) };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    const { currency, display, market } = await additionIn(deps, tx, payload);
    const created = await deps.ledger.addCurrency(tx, currency);
    await insertVersion(tx, created.id, display, { askedBy, approvedBy, at: deps.ctx.clock.now() });
    if (!market) return;
    const { quote, ...terms } = market;
    await deps.market.listMarket(tx, {
      ...terms,
      quote,
      base: created,
      title: currency.title,
      kind: currency.kind,
    });
  },
});

/** The values of a request as a payload. */
function payloadOf({ reason: _, ...asked }: Read<AddCall>): Payload {
  const named = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'bigint' ? format(value) : value] as const],
  );
  return Object.fromEntries(named);
}

/** Asks to add a currency; a second operator approves. Refuses `image_invalid` for a picture of others. */
export async function requestAddition(
  deps: CurrenciesDeps,
  tx: Tx,
  caller: OperatorCaller,
  asked: Read<AddCall>,
): Promise<Reply<AddCall>> {
  const { logo, code, reason } = asked;
  if (logo !== undefined && !(await deps.files.owned(tx, logo, caller.operatorId))) refuse('image_invalid');
  return requestApproval(deps.ctx, tx, caller, {
    kind: CURRENCY_ADD,
    subject: code,
    payload: payloadOf(asked),
    reason,
    present: addKind(deps).present,
  });
}
