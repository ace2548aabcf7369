import { Refusal } from '@karat/contract';
import type { CloseReason, MarketId } from '@karat/contract';
import type { Price } from '@karat/money';
import { isCloseOut, isLimitReached, isWarning, reachedStop, riskRate } from '@karat/rules';
import {
  cancelPending,
  applyClose,
  crossPositionsOf,
  crossMarginState,
  isolatedMarginState,
  applyOpen,
  shortfallOf,
  unrealised,
} from './margin-account.ts';
import type { MarginAccount, HouseState } from './margin-account.ts';
import type { PositionEvent, MarkPrice, MarkPrices } from './position-events.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';

/** Prices of one second, and what they may be used for. */
export interface TickView {
  /** Index of a market, however old; for display and for markets outside of their hours. */
  readonly mark: MarkPrices;
  /** Whether the market has a tick at this second and trades: orders fill, positions close. */
  readonly isTrading: (market: MarketId) => boolean;
  /** Whether the index of a market that should tick has stopped: dependent actions wait. */
  readonly isStalled: (market: MarketId) => boolean;
  /** Unix ms. */
  readonly at: number;
}

/** A position or account whose risk rate is at or below the warning. */
export interface Warning {
  readonly position: Position | undefined;
  readonly rate: string;
}

const byId = (a: Position, b: Position): number => a.id - b.id;

/** A close that the house cannot pay waits for the next tick; any other error is a bug. */
function tryCloseRefused(run: () => PositionEvent): PositionEvent | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'pool_exhausted') return undefined;
    throw error;
  }
}

interface TickSettlement {
  readonly account: MarginAccount;
  readonly house: HouseState;
  readonly view: TickView;
  readonly events: PositionEvent[];
}

function closeWholePosition(
  work: TickSettlement,
  position: Position,
  mark: MarkPrice,
  reason: CloseReason,
  rate?: string,
): boolean {
  const { account, house, view, events } = work;
  if (position.mode === 'cross') closeWinnersFirst(work, position, mark.index, rate);
  const closing = { lots: position.lots, mark, reason, at: view.at, rate };
  const event = tryCloseRefused(() => applyClose(account, house, position, closing));
  if (event) events.push(event);
  return event !== undefined;
}

/**
 * Before a cross loss exceeds margin and available balance, winners of the same account are closed, the most
 * profitable first: the insurance fund pays only if the whole account has nothing left.
 */
function closeWinnersFirst(
  { account, house, view, events }: TickSettlement,
  loser: Position,
  index: Price,
  rate?: string,
): void {
  const worth = (position: Position): bigint => {
    const mark = view.mark(position.marketId);
    return mark ? position.margin * 10n ** 10n + unrealised(position, mark.index) : 0n;
  };
  for (;;) {
    if (shortfallOf(account, loser, index, loser.lots) === 0n) return;
    const [best] = crossPositionsOf(account)
      .filter((other) => other !== loser && view.isTrading(other.marketId) && worth(other) > 0n)
      .toSorted((a, b) => (worth(a) === worth(b) ? byId(a, b) : worth(a) > worth(b) ? -1 : 1));
    const mark = best && view.mark(best.marketId);
    if (!best || !mark) return;
    const closing = { lots: best.lots, mark, reason: 'cover' as const, at: view.at, rate };
    const event = tryCloseRefused(() => applyClose(account, house, best, closing));
    if (!event) return;
    events.push(event);
  }
}

/** Fills the positions whose trigger was reached at an earlier tick. */
function fillTriggered(work: TickSettlement): void {
  for (const position of work.account.positions.toSorted(byId)) {
    const { trigger } = position;
    const mark = work.view.mark(position.marketId);
    if (position.status !== Status.closing || !trigger || !mark || !work.view.isTrading(position.marketId))
      continue;
    if (mark.tick > trigger.tick) closeWholePosition(work, position, mark, trigger.reason);
  }
}

function fillLimits({ account, view, events }: TickSettlement): void {
  for (const position of account.positions.toSorted(byId)) {
    const mark = view.mark(position.marketId);
    if (position.status !== Status.pending || position.target === undefined) continue;
    if (!mark || !view.isTrading(position.marketId)) continue;
    if (isLimitReached(position.side, mark.index, position.spread, position.target)) {
      events.push(applyOpen(account, position, mark, view.at));
    }
  }
}

/** Marks take-profits and stop-losses that the index has reached; the next tick's price fills them. */
function markTriggered({ account, view, events }: TickSettlement): void {
  for (const position of account.positions.toSorted(byId)) {
    const mark = view.mark(position.marketId);
    if (position.status !== Status.open || !mark || !view.isTrading(position.marketId)) continue;
    const reason = reachedStop(position.side, mark.index, position);
    if (reason === undefined) continue;
    position.status = Status.closing;
    position.trigger = { reason, tick: mark.tick };
    events.push({ kind: 'triggered', position });
  }
}

/** Closes coupon positions whose holding time is over. */
function closeHeldTooLong(work: TickSettlement): void {
  for (const position of work.account.positions.toSorted(byId)) {
    const mark = work.view.mark(position.marketId);
    if (position.status !== Status.open || !position.trial || !mark) continue;
    if (!work.view.isTrading(position.marketId) || mark.tick * 1_000 < position.trial.endsAt) continue;
    closeWholePosition(work, position, mark, 'holding_time');
  }
}

function liquidateIsolated(work: TickSettlement): void {
  for (const position of work.account.positions.toSorted(byId)) {
    const mark = work.view.mark(position.marketId);
    if (position.mode !== 'isolated' || position.status !== Status.open) continue;
    if (!mark || !work.view.isTrading(position.marketId)) continue;
    const standing = isolatedMarginState(position, mark.index);
    if (isCloseOut(standing)) closeWholePosition(work, position, mark, 'liquidation', riskRate(standing));
  }
}

/**
 * Liquidates a cross account at or below 50 %: cancels its pending orders; while the rate stays there, closes the
 * largest loss and checks again. Does nothing while the index of one of its markets has stopped.
 */
function liquidateCross(work: TickSettlement): void {
  const { account, view, events } = work;
  if (crossPositionsOf(account).some((position) => view.isStalled(position.marketId))) return;
  const standing = (): ReturnType<typeof crossMarginState> => crossMarginState(account, view.mark);
  const first = standing();
  if (!first || !isCloseOut(first)) return;
  for (const position of account.positions.toSorted(byId)) {
    if (position.status === Status.pending) events.push(cancelPending(account, position, view.at));
  }
  const given = new Set<Position>();
  for (let now = standing(); now && isCloseOut(now); now = standing()) {
    const [worst] = crossPositionsOf(account)
      .filter((each) => each.status === Status.open && view.isTrading(each.marketId) && !given.has(each))
      .map((position) => ({ position, loss: lossOf(position, view) }))
      .toSorted((a, b) => (a.loss === b.loss ? byId(a.position, b.position) : a.loss < b.loss ? -1 : 1));
    const mark = worst && view.mark(worst.position.marketId);
    if (!worst || !mark) return;
    given.add(worst.position);
    closeWholePosition(work, worst.position, mark, 'liquidation', riskRate(now));
  }
}

const lossOf = (position: Position, view: TickView): bigint => {
  const mark = view.mark(position.marketId);
  return mark ? unrealised(position, mark.index) : 0n;
};

/** Whether to warn of an account or an isolated position; called when no other action remains at this tick. */
export function warningsOf(account: MarginAccount, view: TickView): Warning[] {
  const warnings: Warning[] = [];
  const cross = crossMarginState(account, view.mark);
  const rate = cross && isWarning(cross) ? riskRate(cross) : undefined;
  if (rate !== undefined) warnings.push({ position: undefined, rate });
  for (const position of account.positions) {
    const mark = view.mark(position.marketId);
    if (position.mode !== 'isolated' || position.status !== Status.open || !mark) continue;
    const standing = isolatedMarginState(position, mark.index);
    const own = isWarning(standing) ? riskRate(standing) : undefined;
    if (own !== undefined) warnings.push({ position, rate: own });
  }
  return warnings;
}

/**
 * All effects of one tick on one account, in this order: fills of earlier triggers; fills of reached limit orders; new
 * take-profit and stop-loss triggers; closes of coupon positions after their holding time; liquidation of isolated positions, then of the cross account.
 */
export function settleTick(account: MarginAccount, house: HouseState, view: TickView): PositionEvent[] {
  const work: TickSettlement = { account, house, view, events: [] };
  fillTriggered(work);
  fillLimits(work);
  markTriggered(work);
  closeHeldTooLong(work);
  liquidateIsolated(work);
  liquidateCross(work);
  return work.events;
}
