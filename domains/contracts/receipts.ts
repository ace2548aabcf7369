import { contractCouponFormula, contractFormula, contractWhyFormula } from '@karat/evidence';
import type { Facts, ReceiptTick } from '@karat/evidence';
import type { MarketId, UserId } from '@karat/contract';
import type { NewReceipt, Proofs } from '@karat/domains/proofs';
import { amount, format } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import type { PositionEvent } from './position-events.ts';

/** Published ticks of a market between two seconds, with their position in the chain. */
export type TicksOf = (
  queries: Queries,
  id: MarketId,
  from: number,
  to: number,
) => Promise<readonly ReceiptTick[]>;

type FilledEvent = Extract<PositionEvent, { readonly kind: 'opened' | 'closed' }>;
const isFilled = (event: PositionEvent): event is FilledEvent =>
  event.kind === 'opened' || event.kind === 'closed';

/** The formula's input from a fill; it does not identify the user. */
function factsOf(event: FilledEvent, symbol: string): Facts {
  const { position, mark, quantity, funds } = event;
  return {
    market: String(position.marketId),
    symbol,
    side: position.side,
    mode: position.mode,
    action: event.kind === 'opened' ? 'open' : 'close',
    multiple: String(position.multiple),
    quantity: format(quantity),
    spread: format(position.spread),
    fee_rate: format(position.feeRate),
    funds: format(funds),
    tick_second: String(mark.tick),
    ...(event.kind === 'closed'
      ? { open_price: format(position.price ?? amount(0n)), reason: event.reason }
      : {}),
    ...couponFactsOf(event),
  };
}

/** What the rule of a coupon position needs besides: what the house is to get back, and when the holding time is over. */
function couponFactsOf(event: FilledEvent): Facts {
  const { trial } = event.position;
  if (!trial || event.kind === 'opened') return {};
  const ends = event.reason === 'holding_time' ? { coupon_ends_second: secondOf(trial.endsAt) } : {};
  return { coupon_owed: format(event.trialOwed), ...ends };
}

/** The first second from a time on. */
const secondOf = (ms: number): string => String(Math.ceil(ms / 1_000));

/** What the house has paid and got back; nothing for a position of own money. */
function couponResultOf(event: FilledEvent): Facts {
  if (!event.position.trial) return {};
  if (event.kind === 'opened') return { coupon_paid: format(event.trialPaid) };
  const { released, profit, insurance, absorbed, fee, trialReturned } = event;
  const kept = amount(released + profit + insurance + absorbed - fee - trialReturned);
  return { coupon_returned: format(trialReturned), to_user: format(kept) };
}

const resultOf = (event: FilledEvent): Facts =>
  event.kind === 'opened'
    ? { price: format(event.price), margin: format(event.margin), fee: format(event.fee) }
    : {
        price: format(event.price),
        profit: format(event.profit),
        fee: format(event.fee),
        beyond_funds: format(amount(event.insurance + event.absorbed)),
      };

type Proof = Pick<NewReceipt, 'order' | 'ticks' | 'formula' | 'result'>;

/**
 * The proof of a fill, with its reason if the ticks of it are stored. A stop whose level was adjusted since it was
 * reached (a split or dividend between the ticks) is proved as a plain fill.
 */
function proofOf(
  event: FilledEvent,
  symbol: string,
  tick: ReceiptTick,
  reachedBy: ReceiptTick | undefined,
): Proof {
  const fill = { order: factsOf(event, symbol), ticks: [tick], result: resultOf(event) };
  const trigger = event.kind === 'closed' ? event.trigger : undefined;
  const why = {
    order: {
      ...fill.order,
      ...(trigger ? { trigger_price: format(trigger.level), trigger_second: String(trigger.tick) } : {}),
    },
    ticks: trigger && reachedBy ? [reachedBy, tick] : [tick],
  };
  const formula = event.position.trial ? contractCouponFormula : contractWhyFormula;
  try {
    const { risk_rate: rate } = formula.result(why.order, why.ticks);
    // The rate that caused the liquidation; the formula has recomputed it.
    const rated = rate === undefined ? {} : { risk_rate: (event.kind === 'closed' && event.rate) || rate };
    return {
      ...why,
      result: { ...fill.result, ...rated, ...couponResultOf(event) },
      formula: formula.id,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { ...fill, formula: contractFormula.id };
}

const KIND = 'contract';

/** Returns the newest receipt of each of a user's positions. */
export const receiptsOf =
  (proofs: Pick<Proofs, 'newest'>) =>
  async (
    queries: Queries,
    user: UserId,
    positions: readonly number[],
  ): Promise<ReadonlyMap<number, string>> => {
    const newest = await proofs.newest(queries, user, KIND, positions.map(String));
    return new Map([...newest].map(([position, hash]) => [Number(position), hash]));
  };

/**
 * Beyond this number of fills in one transaction (copies, liquidations after a gap) receipts follow a few seconds
 * later.
 */
const SIGNED_AT_ONCE = 64;

/** Stores a receipt of every fill and close in its transaction. A fill whose tick is deleted gets none. */
export const receiptsBy =
  (proofs: Pick<Proofs, 'leave' | 'owe'>, ticksOf: TicksOf, symbolOf: (id: MarketId) => string) =>
  async (tx: Tx, events: readonly PositionEvent[]): Promise<void> => {
    const stored = new Map<string, ReceiptTick | undefined>();
    const tickAt = async (id: MarketId, second: number): Promise<ReceiptTick | undefined> => {
      const key = `${id} ${second}`;
      if (!stored.has(key)) stored.set(key, (await ticksOf(tx, id, second, second))[0]);
      return stored.get(key);
    };
    const receipts: NewReceipt[] = [];
    for (const event of events.filter(isFilled)) {
      const { id, marketId, userId, version } = event.position;
      const tick = await tickAt(marketId, event.mark.tick);
      if (!tick) continue;
      const trigger = event.kind === 'closed' ? event.trigger : undefined;
      const reachedBy = trigger && (await tickAt(marketId, trigger.tick));
      receipts.push({
        kind: KIND,
        subject: `${id}:${version + 1}:${event.kind}`,
        owner: userId,
        ...proofOf(event, symbolOf(marketId), tick, reachedBy),
      });
    }
    if (receipts.length > SIGNED_AT_ONCE) await proofs.owe(tx, receipts);
    else if (receipts.length > 0) await proofs.leave(tx, receipts);
  };
