import { POSITION_KIND, POSITION_SIDE } from '@karat/contract';
import type { MarginMode } from '@karat/contract';
import { amount, parse, price, rate } from '@karat/money';
import { estimateOrder } from '@karat/rules';
import type { OrderEstimate, PositionSide } from '@karat/rules';
import type { Quotation } from '../../../lib/markets.ts';
import { accountBefore } from './use-positions.ts';
import type { Deal } from './use-positions.ts';

export const KINDS = ['market', 'limit'] as const;
export const MODES = ['cross', 'isolated'] as const;
type Kind = (typeof KINDS)[number];

export interface Form {
  readonly kind: Kind;
  readonly mode: MarginMode;
  readonly multiple: number;
  readonly lots: string;
  readonly target: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
}
export const EMPTY: Form = {
  kind: 'market',
  mode: 'cross',
  multiple: 10,
  lots: '1',
  target: '',
  takeProfit: '',
  stopLoss: '',
};

/** Leverages that the user may select; while unknown, the selected one. */
export function multiplesOf(deal: Deal | undefined, chosen: number): readonly number[] {
  if (!deal) return [chosen];
  return deal.multiple.muit.map(({ value }) => value).filter((value) => value <= deal.multiple_max);
}

/** Returns the form with an allowed leverage: the largest not above the selected one, otherwise the smallest. */
export function normalise(form: Form, deal: Deal | undefined): Form {
  const multiples = multiplesOf(deal, form.multiple);
  const below = multiples.filter((value) => value <= form.multiple);
  const multiple = below.length > 0 ? Math.max(...below) : Math.min(...multiples);
  return Number.isFinite(multiple) && multiple !== form.multiple ? { ...form, multiple } : form;
}

const positive = (text: string): bigint | undefined => {
  const value = parse(text);
  return value !== undefined && value > 0n ? value : undefined;
};

export interface TicketProps {
  readonly market: Quotation;
  readonly deal: Deal | undefined;
  readonly indexes: ReadonlyMap<number, string>;
}

/** Estimate of a side now; undefined while something is missing. */
export function estimateOf(
  { market, deal, indexes }: TicketProps,
  form: Form,
  side: PositionSide,
): OrderEstimate | undefined {
  const index = indexes.get(market.id) ?? deal?.last_price ?? undefined;
  const lots = positive(form.lots);
  const target = form.kind === 'limit' ? positive(form.target) : undefined;
  if (index === undefined || lots === undefined || (form.kind === 'limit' && target === undefined))
    return undefined;
  return estimateOrder(
    {
      side,
      mode: form.mode,
      lots: amount(lots),
      multiple: form.multiple,
      index: price(index),
      target: target === undefined ? undefined : price(target),
    },
    {
      spread: price(market.spread),
      lotSize: amount(market.lever_share_num),
      feeRate: rate(market.lever_trade_fee),
      indexDecimals: market.index_decimals,
    },
    accountBefore(deal, indexes, market.id),
  );
}

/** Returns the fields of the call for a side. */
export const fieldsOf = (form: Form, market: Quotation, side: PositionSide) => ({
  currency_id: market.currency_id,
  legal_id: market.legal_id,
  type: side === 'long' ? POSITION_SIDE.long : POSITION_SIDE.short,
  status: form.kind === 'market' ? POSITION_KIND.market : POSITION_KIND.limit,
  share: form.lots,
  multiple: form.multiple,
  margin_mode: form.mode,
  ...(form.kind === 'limit' ? { target_price: form.target } : {}),
  ...(form.takeProfit === '' ? {} : { target_profit_price: form.takeProfit }),
  ...(form.stopLoss === '' ? {} : { stop_loss_price: form.stopLoss }),
});
