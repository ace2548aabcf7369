import { COPY_SIZE, FLAG, POSITION_SIDE, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { ClosedPosition, Person } from './deps.ts';
import type { Follow } from './follow-store.ts';
import type { Trader } from './trader-store.ts';

type Calls = Contract['copytrade'];
type PersonsById = ReadonlyMap<UserId, Person>;

const percent = (relative: bigint): string => format(amount(relative * 100n));
const maybe = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));
const person = (names: PersonsById, user: UserId) => ({
  nickname: names.get(user)?.nickname ?? '',
  head_portrait: names.get(user)?.headPortrait ?? null,
});

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
  roi: format(trader.roi),
  accuracy: format(trader.accuracy),
  max_drawdown: format(trader.maxDrawdown),
  sharpe: maybe(trader.sharpe),
  trades: trader.trades,
  followers: trader.followers,
  follow_amount: format(trader.followMargin),
  curve: trader.curve.map((value) => format(value)),
  figures_ms: trader.figuresAt,
});

/** A follow as its follower sees it. */
export const followView = (follow: Follow, names: PersonsById): Reply<Calls['follow/follow']> => ({
  id: follow.id,
  trader_user_id: follow.traderId,
  ...person(names, follow.traderId),
  type: follow.mode === 'multiple' ? COPY_SIZE.multiple : COPY_SIZE.lots,
  number: format(follow.number),
  order_cap: maybe(follow.orderCap),
  total_cap: maybe(follow.totalCap),
  slippage: percent(follow.slippage),
  stop_loss: maybe(follow.stopLoss),
  active: follow.active,
  ended: follow.ended,
  open_copies: follow.openCopies,
  margin: format(follow.margin),
  profit: format(follow.profit),
  shared: format(follow.shared),
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
