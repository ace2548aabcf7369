import {
  MARGIN_CHANGE,
  POSITION_KIND,
  POSITION_SIDE,
  POSITION_STATUS,
  pageReply,
  refuse,
  wireTime,
} from '@karat/contract';
import type { Contract, CurrencyId, MarketId, UserId } from '@karat/contract';
import { USDT, userAccount } from '@karat/domains/ledger';
import { format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { Handlers, RequestInfo } from '@karat/platform/http';
import { HOUR_MS, closingPrice, openingPrice } from '@karat/rules';
import { marketOfPair } from './create.ts';
import type { Contracts } from './create.ts';
import type { MarginAccount } from './margin-account.ts';
import type { MarkPrice } from './position-events.ts';
import { consoleHandlers } from './operator.ts';
import { isOpen } from './position.ts';
import type { Position } from './position.ts';
import { multipleFor } from './settings-store.ts';
import { contractStatusOf } from './state.ts';
import { readFills, readLiveOf, readMarginChanges, readPage, readPosition } from './store.ts';
import type { FillRow, MarginChangeRow } from './store.ts';
import { pageOfAll, positionView, totalsOf } from './view.ts';
import type { PositionView } from './view.ts';

type All = Handlers<Contract['contracts']>;
/** Suggested lot counts on the ticket. */
const SHARES = ['1', '5', '10', '20', '50', '100'];
const LEVER_POSITION_STATUSES = [0, 1, 2, 3, 4] as const;
const KEY = /^[\x21-\x7e]{1,128}$/;

/** Returns the client order id of the body, else of the header. */
function keyOf(request: RequestInfo, clientId?: string): string | undefined {
  const key = clientId ?? request.idempotencyKey;
  return key === undefined || KEY.test(key) ? key : refuse('parameter_error', { field: 'Idempotency-Key' });
}

interface MaybePair {
  readonly currency_id?: CurrencyId | undefined;
  readonly legal_id?: CurrencyId | undefined;
}

/** Returns the market of a pair if both symbols are given, else undefined. */
function maybeMarket(contracts: Contracts, { currency_id: base, legal_id: quote }: MaybePair) {
  if (base === undefined && quote === undefined) return undefined;
  if (base === undefined || quote === undefined) return refuse('market_unknown');
  return marketOfPair(contracts.inside.deps, { currency_id: base, legal_id: quote });
}

/** Reply to a user's request: live positions, balance and current marks. */
async function accountOf(contracts: Contracts, db: Queries, user: UserId): Promise<MarginAccount> {
  const positions = await readLiveOf(db, user);
  const { available } = await contracts.inside.deps.ledger.balance(db, userAccount(user, 'lever'), USDT);
  return { available, positions };
}

/** Presents positions by their markets' terms and index prices. */
function fillViewOf({ inside }: Contracts) {
  const { market: port } = inside.deps;
  const marks = (id: MarketId): MarkPrice | undefined => {
    const index = port.index(id);
    return index && { index: index.price, tick: index.time / 1_000 };
  };
  const viewOf = (position: Position, account: MarginAccount): PositionView =>
    positionView(position, port.find(position.marketId) ?? refuse('market_unknown'), account, marks);
  return { marks, viewOf };
}

/** A user's open and waiting positions with live figures, newest first. */
export async function livePositions(contracts: Contracts, user: UserId): Promise<PositionView[]> {
  const account = await accountOf(contracts, contracts.inside.deps.ctx.db, user);
  const { viewOf } = fillViewOf(contracts);
  return account.positions.map((each) => viewOf(each, account));
}

/** Coupons that a user can use in a market now. */
async function couponsFor({ inside: { deps } }: Contracts, user: UserId, market: MarketId) {
  const coupons = (await deps.trials?.usable(deps.ctx.db, user)) ?? [];
  return coupons
    .filter(({ markets }) => markets === undefined || markets.includes(market))
    .map(({ id, face, multipleMax, holdMs, expiresAt }) => ({
      id,
      face: format(face),
      multiple_max: multipleMax,
      hold_hours: Math.floor(holdMs / HOUR_MS),
      expires_ms: expiresAt,
    }));
}

/** The ticket of one market: its terms, its prices, and the user's position there. */
function ticketHandlers(contracts: Contracts): Pick<All, 'lever/deal'> {
  const { deps, engine } = contracts.inside;
  const { market: port, ctx } = deps;
  const { viewOf } = fillViewOf(contracts);
  return {
    async 'lever/deal'({ input, caller }) {
      const market = marketOfPair(deps, input);
      const contract = engine.contract(market.id) ?? refuse('market_unknown');
      const account = await accountOf(contracts, ctx.db, caller.userId);
      const index = port.index(market.id)?.price;
      const all = account.positions.map((each) => viewOf(each, account));
      const { minShare, maxShare, spread, overnight, tradeFee, shareNum } = market.terms;
      return {
        match_id: market.id,
        symbol: market.symbol,
        my_transaction: all.filter(
          (each) => each.match_id === market.id && each.status !== POSITION_STATUS.pending,
        ),
        lever_share_limit: { min: format(minShare), max: format(maxShare) },
        multiple: {
          muit: contract.multiples.map((value) => ({ value })),
          share: SHARES.map((value) => ({ value })),
        },
        multiple_max: multipleFor(
          engine.limits,
          await deps.levelOf(ctx.db, caller.userId),
          deps.vipTerms?.(caller.userId),
        ),
        last_price: index === undefined ? null : format(index),
        ask_price: index === undefined ? null : format(openingPrice('long', index, spread)),
        bid_price: index === undefined ? null : format(closingPrice('long', index, spread)),
        spread: format(spread),
        overnight: format(overnight),
        lever_trade_fee: format(tradeFee),
        lever_share_num: format(shareNum),
        price_tick: format(market.tick),
        state: contractStatusOf(contracts, market),
        user_lever: format(account.available),
        coupons: await couponsFor(contracts, caller.userId, market.id),
        all_levers: all,
      };
    },
  };
}

/** Adds to positions the receipts that prove their newest fills. */
function withReceipts({ inside: { deps } }: Contracts) {
  return async <View extends PositionView>(
    user: UserId,
    views: readonly View[],
  ): Promise<(View & { receipt: string | null })[]> => {
    const ids = views.map(({ id }) => id);
    const receipts = await deps.receiptsOf?.(deps.ctx.db, user, ids);
    return views.map((view) => ({ ...view, receipt: receipts?.get(view.id) ?? null }));
  };
}

function positionHandlers(
  contracts: Contracts,
): Pick<All, 'lever/dealall' | 'lever/my_trade' | 'lever/detail'> {
  const { ctx } = contracts.inside.deps;
  const proved = withReceipts(contracts);
  const { marks, viewOf } = fillViewOf(contracts);
  return {
    async 'lever/dealall'({ input, caller }) {
      const only = maybeMarket(contracts, input);
      const account = await accountOf(contracts, ctx.db, caller.userId);
      const rows = account.positions
        .filter((each) => isOpen(each) && (only === undefined || each.marketId === only.id))
        .map((each) => viewOf(each, account));
      return {
        balance: format(account.available),
        ...totalsOf(account, marks),
        order: pageOfAll(rows, input.page, input.limit),
      };
    },
    async 'lever/my_trade'({ input, caller }) {
      const only = maybeMarket(contracts, input);
      const account = await accountOf(contracts, ctx.db, caller.userId);
      const { page, limit } = input;
      const filter = {
        userId: caller.userId,
        markets: only && [only.id],
        statuses: input.status === undefined ? LEVER_POSITION_STATUSES : [input.status],
      };
      const { rows, total } = await readPage(ctx.db, filter, (page - 1) * limit, limit);
      const totals = totalsOf(account, marks);
      return {
        rate_profits_total: { hazard_rate: totals.hazard_rate, profits_total: totals.profits_total },
        message: pageReply(
          await proved(
            caller.userId,
            rows.map((each) => viewOf(each, account)),
          ),
          total,
          page,
          limit,
        ),
      };
    },
    async 'lever/detail'({ input, caller }) {
      const position = (await readPosition(ctx.db, caller.userId, input.id)) ?? refuse('position_unknown');
      const account = await accountOf(contracts, ctx.db, caller.userId);
      const fills = await readFills(ctx.db, caller.userId, position.id);
      const margins = await readMarginChanges(ctx.db, caller.userId, position.id);
      const [view] = await proved(caller.userId, [viewOf(position, account)]);
      return {
        ...(view ?? refuse('position_unknown')),
        fills: fills.map(fillView),
        margins: margins.map(marginChangeView),
      };
    },
  };
}

const fillView = (fill: FillRow) => ({
  id: fill.id,
  kind: fill.kind,
  reason: fill.reason,
  share: plain(fill.lots),
  tick: fill.tick,
  number: plain(fill.quantity),
  price: plain(fill.price),
  index_price: plain(fill.index_price),
  profits: plain(fill.profit),
  fee: plain(fill.fee),
  insurance: plain(fill.insurance),
  created_at: wireTime(fill.at),
  created_ms: fill.at,
});

const marginChangeView = ({ id, change, margin, at }: MarginChangeRow) => ({
  id,
  change: plain(change),
  caution_money: plain(margin),
  created_at: wireTime(at),
  created_ms: at,
});

/** A stored decimal without trailing zeros. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

function orderHandlers(
  contracts: Contracts,
): Pick<All, 'lever/submit' | 'lever/close' | 'lever/batch_close' | 'lever/cancel' | 'lever/setstop'> {
  const { orders } = contracts;
  return {
    'lever/submit': async ({ input, caller, request }) => {
      const limit = input.status === POSITION_KIND.limit;
      if (limit && input.target_price === undefined) refuse('target_price_invalid');
      return orders.open(
        caller.userId,
        {
          marketId: marketOfPair(contracts.inside.deps, input).id,
          side: input.type === POSITION_SIDE.long ? 'long' : 'short',
          mode: input.margin_mode ?? 'cross',
          lots: input.share,
          multiple: input.multiple,
          target: limit ? input.target_price : undefined,
          takeProfit: input.target_profit_price ?? undefined,
          stopLoss: input.stop_loss_price ?? undefined,
        },
        keyOf(request, input.client_id),
        input.coupon_id,
      );
    },
    'lever/close': ({ input, caller, request }) =>
      orders.close(caller.userId, input.id, input.share, keyOf(request)),
    'lever/batch_close': async ({ input, caller, request }) => ({
      closed: await orders.closeMany(
        caller.userId,
        input.type,
        maybeMarket(contracts, input)?.id,
        keyOf(request),
      ),
    }),
    'lever/cancel': ({ input, caller, request }) => orders.cancel(caller.userId, input.id, keyOf(request)),
    'lever/setstop': ({ input, caller, request }) => {
      const stops = { takeProfit: input.target_profit_price, stopLoss: input.stop_loss_price };
      return orders.setStops(caller.userId, input.id, stops, keyOf(request));
    },
  };
}

/** Changes of a position or order that exists. */
function changeHandlers({ orders }: Contracts): Pick<All, 'lever/reverse' | 'lever/margin' | 'lever/amend'> {
  return {
    'lever/reverse': ({ input, caller, request }) => orders.reverse(caller.userId, input.id, keyOf(request)),
    'lever/margin': ({ input: { id, type, amount }, caller, request }) => {
      const direction = type === MARGIN_CHANGE.add ? 'add' : 'remove';
      return orders.changeMargin(caller.userId, { id, direction, money: amount }, keyOf(request));
    },
    'lever/amend': ({ input: { id, target_price: target, share: lots }, caller, request }) =>
      orders.amend(caller.userId, { id, target, lots }, keyOf(request)),
  };
}

export const contractsHandlers = (contracts: Contracts): All => ({
  ...ticketHandlers(contracts),
  ...positionHandlers(contracts),
  ...orderHandlers(contracts),
  ...changeHandlers(contracts),
  ...consoleHandlers(contracts),
});
