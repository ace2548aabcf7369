import type { IndexTick } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { useEffect, useState } from 'react';
import type { AllReplies } from '../../../lib/calls.ts';
import { BALANCES } from '../../../lib/balances.ts';
import { scheduleRender, onChannel } from '../../../lib/channel-store.ts';
import { debounce } from '../../../lib/debounce.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { invalidate, usePost } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { profitOf, quotedPrice, riskRateOf } from './contract-math.ts';
import type { Side } from './contract-math.ts';

export type Deal = AllReplies['lever/deal'];
export type Position = Deal['all_levers'][number];

/** Queries that an action on an own contract makes outdated. */
export const INVALIDATED = ['lever/my_trade', ...BALANCES] as const;

/** Several changes in quick succession cause one read. */
const GATHER_MS = 300;
const REFRESH_MS = 10_000;

export const sideOf = ({ type }: Pick<Position, 'type'>): Side => (type === 1 ? 'long' : 'short');

/** Data of ticket and positions of a market; refetched on changes of the own channel. */
export function useDeal(market: Quotation) {
  const loggedIn = useSession((state) => state.token !== null);
  const pair = { currency_id: market.currency_id, legal_id: market.legal_id };
  return usePost('lever/deal', pair, { enabled: loggedIn, everyMs: REFRESH_MS });
}

/** Subscribes to the user's positions and balances while a screen shows them. */
export function usePositionsChannel(): void {
  const token = useSession((state) => state.token);
  useEffect(() => {
    if (token === null) return undefined;
    const reading = debounce(GATHER_MS, () => void invalidate('lever/deal', 'lever/my_trade'));
    const leave = [onChannel('positions', reading.ask), onChannel('balances', reading.ask)];
    return () => {
      reading.end();
      for (const each of leave) each();
    };
  }, [token]);
}

/** Live index of markets; absent until the first tick. Ticks of all markets are rendered together. */
export function useIndexes(ids: readonly number[]): ReadonlyMap<number, string> {
  const [indexes, setIndexes] = useState<ReadonlyMap<number, string>>(new Map());
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b).join(',');
  useEffect(() => {
    if (wanted === '') return undefined;
    const news = new Map<number, string>();
    const draw = (): void => setIndexes((old) => new Map([...old, ...news]));
    const leave = wanted.split(',').map((id) =>
      onChannel<IndexTick>(`index:${id}`, (heard) => {
        if (heard === 'stale') return;
        const first = !news.has(heard.data.match_id);
        news.set(heard.data.match_id, heard.data.price);
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

/** PnL of a position at an index, or the server's last value. */
export function positionValueOf(position: Position, index: string | undefined): PositionValue {
  if (index === undefined || (position.status !== 1 && position.status !== 2))
    return { mark: position.update_price, profit: position.profits };
  const side = sideOf(position);
  const mark = quotedPrice(side, price(index), price(position.spread), false);
  const profit = profitOf(side, amount(position.number), price(position.price), mark);
  return { mark: format(mark), profit: format(profit) };
}

export interface MarginAccount {
  readonly available: string;
  readonly margins: string;
  readonly profit: string;
  readonly equity: string;
  /** Of the cross positions; null without any. */
  readonly rate: string | null;
  /** Equity beside the available balance and margins of the cross positions, for the ticket. */
  readonly crossEquity: string;
  readonly crossMargins: string;
}

/** The contract account at live prices. */
export function marginAccountOf(deal: Deal, indexes: ReadonlyMap<number, string>): MarginAccount {
  let [margins, profit, crossEquity, crossMargins] = [0n, 0n, 0n, 0n];
  for (const position of deal.all_levers) {
    if (position.status === 0) continue;
    const margin = amount(position.caution_money);
    const gain = amount(positionValueOf(position, indexes.get(position.match_id)).profit);
    margins += margin;
    profit += gain;
    if (position.margin_mode !== 'cross') continue;
    crossEquity += margin + gain;
    crossMargins += margin;
  }
  const available = amount(deal.user_lever);
  return {
    available: deal.user_lever,
    margins: format(amount(margins)),
    profit: format(amount(profit)),
    equity: format(amount(available + margins + profit)),
    rate: riskRateOf(amount(available + crossEquity), amount(crossMargins)),
    crossEquity: format(amount(crossEquity)),
    crossMargins: format(amount(crossMargins)),
  };
}

/** Long less short quantity of the open cross positions in a market. */
export function crossQuantity({ all_levers }: Pick<Deal, 'all_levers'>, market: number): bigint {
  let net = 0n;
  for (const position of all_levers) {
    if (position.match_id !== market || position.margin_mode !== 'cross' || position.status === 0) continue;
    net += sideOf(position) === 'long' ? amount(position.number) : -amount(position.number);
  }
  return net;
}
