import { COPY_SIZE, FLAG, POSITION_SIDE, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { ZERO, amount, format, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import type { ReturnDays } from '@karat/rules';
import type { ClosedPosition, OpenPosition, Person } from './deps.ts';
import type { Follow } from './follow-store.ts';
import type { FollowResult } from './results.ts';
import type { Trader } from './trader-store.ts';

type Calls = Contract['copytrade'];
type PersonsById = ReadonlyMap<UserId, Person>;

/** A share in percent, as decimal text. */
export const percent = (relative: bigint): string => format(amount(relative * 100n));
const maybe = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));
const person = (names: PersonsById, user: UserId) => ({
  nickname: names.get(user)?.nickname ?? '',
  head_portrait: names.get(user)?.headPortrait ?? null,
});

/** A return with the begin of its period, which a shorter history moves. */
function periodView({ returns, historyFrom, figuresAt }: Trader, days: ReturnDays) {
  const isKnown = historyFrom !== null && figuresAt !== null;
  return {
    roi: format(returns[days]),
    from_ms: isKnown ? Math.max(historyFrom, figuresAt - days * DAY_MS) : null,
  };
}

/** The public view of a trader. */
export const traderView = (
  trader: Trader,
  names: PersonsById,
  followed: ReadonlySet<UserId>,
): Reply<Calls['follow/traderDetail']> => ({
  id: trader.userId,
  ...person(names, trader.userId),
  about: trader.about,
  share_ratio: percent(trader.shareRatio),
  since_ms: trader.createdAt,
  is_follow: followed.has(trader.userId) ? FLAG.yes : FLAG.no,
  total_profit: format(trader.totalProfit),
  unrealised: format(trader.unrealised),
  capital: format(trader.capital),
  roi: format(trader.roi),
  returns: { 7: periodView(trader, 7), 30: periodView(trader, 30), 90: periodView(trader, 90) },
  accuracy: format(trader.winRate),
  max_drawdown: format(trader.maxDrawdown),
  sharpe: maybe(trader.sharpe),
  trades: trader.trades,
  holding_ms: trader.holdingMs,
  risk: trader.risk,
  risk_drawdown: format(trader.riskDrawdown),
  risk_deviation: format(trader.riskDeviation),
  risk_leverage: format(trader.riskLeverage),
  positions: trader.positions,
  places: trader.places,
  simulated: trader.simulated,
  followers: trader.followers,
  free_places: Math.max(0, trader.places - trader.followers),
  follow_amount: format(trader.followMargin),
  curve: trader.curve.map((value) => format(value)),
  history_ms: trader.historyFrom,
  figures_ms: trader.figuresAt,
});

/** A follow as its follower sees it. */
export const followView = (
  follow: Follow,
  names: PersonsById,
  results: ReadonlyMap<number, FollowResult>,
): Reply<Calls['follow/follow']> => ({
  id: follow.id,
  trader_user_id: follow.traderId,
  ...person(names, follow.traderId),
  type: follow.mode === 'multiple' ? COPY_SIZE.multiple : COPY_SIZE.lots,
  number: format(follow.number),
  order_cap: maybe(follow.orderCap),
  total_cap: maybe(follow.totalCap),
  slippage: percent(follow.slippage),
  stop_loss: maybe(follow.stopLoss),
  take_profit: maybe(follow.takeProfit),
  active: follow.active,
  paused: follow.paused,
  ended: follow.ended,
  open_copies: follow.openCopies,
  margin: format(follow.margin),
  profit: format(follow.profit),
  unrealised: format(results.get(follow.id)?.unrealised ?? ZERO),
  shared: format(follow.shared),
  share_due: format(results.get(follow.id)?.due ?? ZERO),
  net_profit: format(results.get(follow.id)?.net ?? minus(follow.profit, follow.shared)),
  skipped: follow.skipped,
  created_at: wireTime(follow.createdAt),
  created_ms: follow.createdAt,
});

/** First and last letter only: followers' names are private. */
export const maskedName = (nickname: string): string =>
  nickname.length < 2 ? '*' : `${nickname.slice(0, 1)}***${nickname.slice(-1)}`;

export const tradeView = (trade: ClosedPosition): Reply<Calls['follow/historyTrade']>['data'][number] => ({
  id: trade.id,
  symbol: trade.symbol,
  match_id: trade.marketId,
  type: trade.side === 'long' ? POSITION_SIDE.long : POSITION_SIDE.short,
  multiple: trade.multiple,
  share: format(trade.lots),
  price: format(trade.price),
  close_price: format(trade.closePrice),
  profits: format(trade.net),
  opened_ms: trade.openedAt,
  closed_ms: trade.closedAt,
});

export const openView = (position: OpenPosition): Reply<Calls['follow/positions']>['data'][number] => ({
  id: position.id,
  symbol: position.symbol,
  match_id: position.marketId,
  type: position.side === 'long' ? POSITION_SIDE.long : POSITION_SIDE.short,
  multiple: position.multiple,
  share: format(position.lots),
  price: format(position.price),
  profits: maybe(position.unrealised),
  opened_ms: position.openedAt,
});
