import { ORDER_SIDE, pageReply, refuse } from '@karat/contract';
import type { Contract, CurrencyId, MarketId, OrderId, Read, Refusal, Reply, UserId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';
import type { Lang } from '@karat/i18n';
import { refusalOf } from '@karat/platform/http';
import type { Handlers } from '@karat/platform/http';
import type { Log } from '@karat/platform/log';
import type { Spot } from './create.ts';
import { readFills, readFillsOf, readOrder, readOrderIds, readOrders } from './store.ts';
import type { Markets, Order, PlaceInput, SpotMarket } from './types.ts';
import { fillView, orderView } from './view.ts';
import type { OrderView } from './view.ts';

/** Returns the market of a pair if both symbols are given; refuses `market_unknown` for an unknown or incomplete pair. */
function marketsOfPair(
  markets: Markets,
  {
    currency_id: base,
    legal_id: quote,
  }: { currency_id?: CurrencyId | undefined; legal_id?: CurrencyId | undefined },
): MarketId[] | undefined {
  if (base === undefined && quote === undefined) return undefined;
  const found = markets
    .all()
    .filter((market) => (base ?? market.base) === market.base && (quote ?? market.quote) === market.quote);
  return found.length > 0 ? found.map((market) => market.id) : refuse('market_unknown');
}

const isClientKey = (key: string): boolean => /^[\x21-\x7e]{1,128}$/.test(key);

/** Returns the client order id of the body, else of the header. */
function clientKeyOf(clientId: string | undefined, header: string | undefined): string | undefined {
  const key = clientId ?? header;
  return key === undefined || isClientKey(key) ? key : refuse('parameter_error');
}

/** An order by its id or by the client's. */
interface OrderName {
  readonly id?: OrderId | undefined;
  readonly client_id?: string | undefined;
}

const nameOf = ({ id, client_id: clientKey }: OrderName) =>
  id !== undefined ? { id } : clientKey !== undefined ? { clientKey } : refuse('parameter_error');

/** Builds the order request; `header` is the client's key if the body has none. */
const placeInput = (
  input: Read<Contract['spot']['coin/trade']>,
  marketId: MarketId,
  header: string | undefined,
): PlaceInput => ({
  marketId,
  side: input.type === ORDER_SIDE.buy ? 'buy' : 'sell',
  orderType: input.order_type ?? 'limit',
  timeInForce: input.time_in_force,
  postOnly: input.post_only,
  price: input.target_price,
  stopPrice: input.stop_price,
  quantity: input.amount,
  quoteAmount: input.quote_amount,
  clientKey: clientKeyOf(input.client_id, header),
});

/** The order that takes the place of an amended one; refuses `amend_invalid` unless that is a limit order. */
function successorOf(
  { marketId, side, orderType, postOnly }: Order,
  price: Price | undefined,
  quantity: Amount,
  header: string | undefined,
): PlaceInput {
  if (orderType !== 'limit') refuse('amend_invalid');
  const clientKey = clientKeyOf(undefined, header);
  return { marketId, side, orderType, timeInForce: 'GTC', postOnly, price, quantity, clientKey };
}

type Outcome = Reply<Contract['spot']['coin/batch_trade']>['outcomes'][number];

/** Text of a refusal in a language. */
export type RefusalText = (refusal: Refusal, lang: Lang) => string;

/** Waits for all items of a request; each has its own outcome, in the sequence of the request. */
async function outcomesOf(
  items: readonly Promise<OrderView>[],
  describe: (refusal: Refusal) => string,
  log: Log,
): Promise<{ outcomes: Outcome[] }> {
  const settled = await Promise.allSettled(items);
  return {
    outcomes: settled.map((result): Outcome => {
      if (result.status === 'fulfilled') return { order: result.value, error: null, message: null };
      const failure: unknown = result.reason;
      const refusal = refusalOf(failure);
      if (refusal.code === 'internal_error') log.error({ err: failure }, 'order of a batch failed');
      return { order: null, error: refusal.code, message: describe(refusal) };
    }),
  };
}

const needIn =
  (markets: Markets) =>
  (id: MarketId): SpotMarket =>
    markets.get(id) ?? refuse('market_unknown');

type Paths = keyof Contract['spot'];
type ReadPath = Extract<Paths, 'coin/list' | 'coin/order' | 'coin/fills'>;

function orderHandlers(spot: Spot, refusalText: RefusalText): Omit<Handlers<Contract['spot']>, ReadPath> {
  const { markets, trading } = spot;
  const { db, log } = spot.inside.ctx;
  const need = needIn(markets);
  const place = async (
    userId: UserId,
    input: Read<Contract['spot']['coin/trade']>,
    header: string | undefined,
  ): Promise<OrderView> => {
    const { currency_id: base, legal_id: quote } = input;
    const market =
      markets.all().find((each) => each.base === base && each.quote === quote) ?? refuse('market_unknown');
    return orderView(await trading.place(userId, placeInput(input, market.id, header)), market);
  };
  /** Cancels orders in the sequence of their names: all client ids are looked up before the first is cancelled. */
  const cancel = async (userId: UserId, names: readonly OrderName[]): Promise<Promise<OrderView>[]> => {
    const keys = names.flatMap(({ id, client_id: key }) =>
      id === undefined && key !== undefined ? [key] : [],
    );
    const known = await readOrderIds(db, userId, keys);
    return names.map(async (name) => {
      const by = nameOf(name);
      const id = ('id' in by ? by.id : known.get(by.clientKey)) ?? refuse('order_unknown');
      const order = await trading.cancel(userId, id);
      return orderView(order, need(order.marketId));
    });
  };
  return {
    'coin/trade': ({ input, caller, request }) => place(caller.userId, input, request.idempotencyKey),
    'coin/batch_trade': ({ input, caller, lang, request: { idempotencyKey: key } }) =>
      outcomesOf(
        input.orders.map((order, at) => place(caller.userId, order, key && `${key}:${at}`)),
        (refusal) => refusalText(refusal, lang),
        log,
      ),
    'coin/batch_cancel': async ({ input, caller, lang }) =>
      outcomesOf(await cancel(caller.userId, input.orders), (refusal) => refusalText(refusal, lang), log),
    async 'coin/cancel'({ input, caller }) {
      const [cancelled = refuse('order_unknown')] = await cancel(caller.userId, [input]);
      return cancelled;
    },
    async 'coin/cancel_all'({ input, caller }) {
      const [only, ...more] = marketsOfPair(markets, input) ?? [];
      if (more.length === 0) return { cancelled: [...(await trading.cancelAll(caller.userId, only))] };
      const cancelled = [only, ...more].map((id) => trading.cancelAll(caller.userId, id));
      return { cancelled: (await Promise.all(cancelled)).flat() };
    },
    async 'coin/amend'({ input, caller, request }) {
      const { id, amount, target_price: price } = input;
      const old = price && ((await readOrder(db, caller.userId, { id })) ?? refuse('order_unknown'));
      const lowers = old === undefined || (old.price === price && amount < (old.quantity ?? amount));
      const order = lowers
        ? await trading.amend(caller.userId, id, amount)
        : await trading.replace(caller.userId, id, successorOf(old, price, amount, request.idempotencyKey));
      return orderView(order, need(order.marketId));
    },
  };
}

function readHandlers({ markets, inside }: Spot): Pick<Handlers<Contract['spot']>, ReadPath> {
  const { db } = inside.ctx;
  const need = needIn(markets);
  return {
    async 'coin/list'({ input, caller }) {
      const { page, limit } = input;
      const filter = {
        userId: caller.userId,
        open: input.open,
        status: input.status,
        marketIds: marketsOfPair(markets, input),
      };
      const { rows, total } = await readOrders(db, filter, { skip: (page - 1) * limit, limit });
      return pageReply(
        rows.map((order) => orderView(order, need(order.marketId))),
        total,
        page,
        limit,
      );
    },
    async 'coin/order'({ input, caller }) {
      const order = (await readOrder(db, caller.userId, nameOf(input))) ?? refuse('order_unknown');
      const market = need(order.marketId);
      const fills = await readFillsOf(db, order);
      return {
        ...orderView(order, market),
        fills: fills.map((fill) => fillView(fill, caller.userId, market)),
      };
    },
    async 'coin/fills'({ input, caller }) {
      const { page, limit, match_id: one } = input;
      const marketIds = one === undefined ? marketsOfPair(markets, input) : [need(one).id];
      const filter = { userId: caller.userId, marketIds, orderId: input.order_id };
      const { rows, total } = await readFills(db, filter, { skip: (page - 1) * limit, limit });
      const views = rows.map((fill) => fillView(fill, caller.userId, need(fill.marketId)));
      return pageReply(views, total, page, limit);
    },
  };
}

export const spotHandlers = (spot: Spot, refusalText: RefusalText): Handlers<Contract['spot']> => ({
  ...orderHandlers(spot, refusalText),
  ...readHandlers(spot),
});
