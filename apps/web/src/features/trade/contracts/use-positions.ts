import { POSITION_SIDE, POSITION_STATUS } from '@karat/contract';
import type { IndexTick } from '@karat/contract';
import { UNIT, ZERO, amount, format, negate, price, rate, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import {
  closingPrice,
  contractFee,
  contractHold,
  contractProfit,
  marginRatio,
  unrealisedProfit,
} from '@karat/rules';
import type { AccountBefore, HeldPosition, PositionSide } from '@karat/rules';
import { useEffect, useState } from 'react';
import type { AllReplies } from '../../../lib/calls.ts';
import { BALANCES } from '../../../lib/balances.ts';
import { scheduleRender, onChannel } from '../../../lib/channel-store.ts';
import { debounce } from '../../../lib/debounce.ts';
import { useOwnChannels } from '../../../lib/own-store.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { invalidate, usePost } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';

export type Deal = AllReplies['lever/deal'];
export type Position = Deal['all_levers'][number];

/** Queries that an action on an own contract makes outdated. */
export const INVALIDATED = ['lever/my_trade', ...BALANCES] as const;

/** Several changes in quick succession cause one read. */
const GATHER_MS = 300;
const REFRESH_MS = 10_000;

export const sideOf = ({ type }: Pick<Position, 'type'>): PositionSide =>
  type === POSITION_SIDE.long ? 'long' : 'short';

/** Data of ticket and positions of a market; refetched on changes of the own channel. */
export function useDeal(market: Quotation) {
  const loggedIn = useSession((state) => state.token !== null);
  const pair = { currency_id: market.currency_id, legal_id: market.legal_id };
  return usePost('lever/deal', pair, { enabled: loggedIn, everyMs: REFRESH_MS });
}

function subscribe(): () => void {
  const reading = debounce(GATHER_MS, refetch);
  const leave = [onChannel('positions', reading.ask), onChannel('balances', reading.ask)];
  return () => {
    reading.end();
    for (const each of leave) each();
  };
}
const refetch = (): void => void invalidate('lever/deal', 'lever/my_trade');

/** Subscribes to the user's positions and balances while a screen shows them. */
export const usePositionsChannel = (): void => useOwnChannels({ subscribe, refetch });

/** Live index of markets; absent until the first tick. Ticks of all markets are rendered together. */
export function useIndexes(ids: readonly number[]): ReadonlyMap<number, string> {
  const [indexes, setIndexes] = useState<ReadonlyMap<number, string>>(new Map());
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b).join(',');
  useEffect(() => {
    if (wanted === '') return undefined;
    const news = new Map<number, string>();
    const draw = (): void => setIndexes((old) => new Map([...old, ...news]));
    const leave = wanted.split(',').map((id) =>
      onChannel<IndexTick>(`index:${id}`, (event) => {
        if (event === 'stale') return;
        const first = !news.has(event.data.match_id);
        news.set(event.data.match_id, event.data.price);
        scheduleRender(draw, first);
      }),
    );
    return () => {
      for (const each of leave) each();
    };
  }, [wanted]);
  return indexes;
}

export interface PositionValue {
  readonly mark: string;
  readonly profit: string;
}

/** Open positions, triggered ones included. */
const isOpen = ({ status }: Position): boolean =>
  status === POSITION_STATUS.open || status === POSITION_STATUS.closing;

/** An open position as the formulas of risk read it. */
export const heldPositionOf = (position: Position): HeldPosition => ({
  side: sideOf(position),
  quantity: amount(position.number),
  open: price(position.price),
  spread: price(position.spread),
});

/** Margin and unrealised profit of an open position, exact, in 1e-20; at its last known profit where the index is missing. */
const exactEquity = (position: Position, index: string | undefined): bigint =>
  amount(position.caution_money) * UNIT +
  (index === undefined
    ? amount(position.profits) * UNIT
    : unrealisedProfit([heldPositionOf(position)], price(index)));

/** Closing price and unrealised profit of a position at an index, rounded down; without an index, the last values of the server. */
export function positionValueOf(position: Position, index: string | undefined): PositionValue {
  if (index === undefined || !isOpen(position))
    return { mark: position.update_price, profit: position.profits };
  const { side, quantity, open, spread } = heldPositionOf(position);
  const mark = closingPrice(side, price(index), spread);
  return { mark: format(mark), profit: format(contractProfit(side, quantity, open, mark)) };
}

/** Margin ratio of an isolated position in percent; null without a margin. */
export const isolatedMarginRatio = (position: Position, index: string | undefined): string | null =>
  marginRatio({ equity: exactEquity(position, index), margins: amount(position.caution_money) }) ?? null;

/** The result of an open position and its parts, in quote; a cost is negative. */
export interface PositionResult {
  readonly unrealised: Amount;
  /** Of the lots that are closed already. */
  readonly realised: Amount;
  readonly fees: Amount;
  readonly overnight: Amount;
  /** Estimated fee of closing the rest at the mark price. */
  readonly closingFee: Amount;
  readonly net: Amount;
}

/** Result of a position if it closed now, after all fees. */
export function resultOf(position: Position, index: string | undefined): PositionResult {
  const { mark, profit } = positionValueOf(position, index);
  const parts = {
    unrealised: amount(profit),
    realised: amount(position.fact_profits),
    fees: negate(amount(position.trade_fee)),
    overnight: negate(amount(position.overnight_money)),
    closingFee: negate(contractFee(amount(position.number), price(mark), rate(position.fee_rate))),
  };
  return { ...parts, net: sum(Object.values(parts)) };
}

/** Result of a closed position after fees and what the insurance fund paid, in quote. */
export const closedResultOf = (position: Position): Amount =>
  sum([
    amount(position.fact_profits),
    negate(amount(position.trade_fee)),
    negate(amount(position.overnight_money)),
    amount(position.insurance_money),
  ]);

export interface MarginAccount {
  readonly available: string;
  readonly margins: string;
  /** What open orders hold. */
  readonly orders: string;
  readonly profit: string;
  readonly equity: string;
  /** Margin ratio of the cross positions in percent; null without any. */
  readonly ratio: string | null;
}

/** The contract account before an order in a market: without a login it is empty. */
export function accountBefore(
  deal: Pick<Deal, 'all_levers' | 'user_lever'> | undefined,
  indexes: ReadonlyMap<number, string>,
  market: number,
): AccountBefore {
  const cross = (deal?.all_levers ?? []).filter(
    (position) => isOpen(position) && position.margin_mode === 'cross',
  );
  return {
    available: amount(deal?.user_lever ?? '0'),
    crossEquity: cross.reduce((total, each) => total + exactEquity(each, indexes.get(each.match_id)), 0n),
    crossMargins: sum(cross.map(({ caution_money }) => amount(caution_money))),
    crossPositions: cross.filter(({ match_id }) => match_id === market).map(heldPositionOf),
  };
}

/** What an open order holds: margin and fee at its price. */
function holdOf(order: Position): Amount {
  if (order.status !== POSITION_STATUS.pending || order.target_price === null) return ZERO;
  const [quantity, target] = [amount(order.number), price(order.target_price)];
  return contractHold(quantity, target, order.multiple, rate(order.fee_rate));
}

/** The contract account at live prices. */
export function marginAccountOf(deal: Deal, indexes: ReadonlyMap<number, string>): MarginAccount {
  const orders = sum(deal.all_levers.map(holdOf));
  const open = deal.all_levers.filter(isOpen);
  const margins = sum(open.map(({ caution_money }) => amount(caution_money)));
  const profit = sum(open.map((each) => amount(positionValueOf(each, indexes.get(each.match_id)).profit)));
  const { available, crossEquity, crossMargins } = accountBefore(deal, indexes, 0);
  return {
    available: deal.user_lever,
    margins: format(margins),
    orders: format(orders),
    profit: format(profit),
    equity: format(sum([available, margins, orders, profit])),
    ratio: marginRatio({ equity: available * UNIT + crossEquity, margins: crossMargins }) ?? null,
  };
}
