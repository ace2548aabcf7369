import type { Code, SkipReason } from '@karat/contract';
import { UNIT, amount, mulDivDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { copyLots } from '@karat/rules';
import {
  FollowEnded,
  copiesOf,
  copiesOfFollows,
  eventDone,
  eventLater,
  insertCopies,
  insertSkips,
  waitingEvents,
} from './copy-store.ts';
import type { Fill, Skip, FollowStop } from './copy-store.ts';
import { namesOf } from './deps.ts';
import type { ContractTerms, CopyOrder, CopytradeDeps } from './deps.ts';
import { toCopy } from './follow-store.ts';
import type { Copier } from './follow-store.ts';
import { skipReason } from './rules.ts';

/** Number of followers whose copies are opened in one transaction. */
const PAGE = 2_000;
const EVENTS = 20;
/** Delay before a paused market is retried. */
const RETRY_MS = 1_000;
const STOP_COPIES_MAX = 10_000;
/** Maximum number of retries of a page because a follower has left meanwhile. */
const ATTEMPTS = 5;

/** The reason of a refusal as the follower reads it. */
function reasonOf(code: Code): SkipReason {
  switch (code) {
    case 'insufficient_balance':
      return 'margin';
    case 'multiple_capped':
    case 'multiple_invalid':
      return 'leverage';
    case 'lots_invalid':
      return 'lots_too_small';
    case 'index_stale':
      return 'slippage';
    case 'exposure_full':
    case 'user_limit':
    case 'too_many_positions':
      return 'limit';
    default:
      return 'market';
  }
}

interface CopyRequest {
  readonly order: CopyOrder;
}

/** The copy to open for a follower, or the reason why there is none. */
function copyRequestOf(fill: Fill, terms: ContractTerms | undefined, follow: Copier): CopyRequest | Skip {
  const price = terms?.price(fill.side);
  if (!terms || price === undefined) return { follow: follow.id, reason: 'market' };
  const lots = copyLots(follow, fill.originLots, terms.lotStep);
  const facts = {
    lots,
    minLots: terms.minLots,
    maxLots: terms.maxLots,
    price,
    traderPrice: fill.price,
    margin: terms.margin(lots, price, fill.multiple),
    openMargin: follow.margin,
  };
  const reason = skipReason(follow, facts);
  if (reason !== undefined) return { follow: follow.id, reason };
  const most = mulDivDown(fill.price, follow.slippage, UNIT);
  return {
    order: {
      follow: follow.id,
      user: follow.userId,
      marketId: fill.marketId,
      side: fill.side,
      mode: fill.mode,
      lots,
      multiple: fill.multiple,
      source: fill.positionId,
      slippage: { from: fill.price, most },
    },
  };
}

/** Stores and notifies orders that were not copied. */
async function skip(
  deps: CopytradeDeps,
  fill: Fill,
  follows: readonly Copier[],
  skips: readonly Skip[],
): Promise<void> {
  if (skips.length === 0) return;
  const { ctx, contracts, messages } = deps;
  const byId = new Map(follows.map((follow) => [follow.id, follow]));
  const reasons = new Map(skips.map(({ follow, reason }) => [follow, reason]));
  const symbol = contracts.terms(fill.marketId)?.symbol ?? String(fill.marketId);
  await ctx.db.transact(async (tx) => {
    const trader =
      (await namesOf(deps, tx, [fill.traderId])).get(fill.traderId)?.nickname ?? String(fill.traderId);
    const fresh = await insertSkips(tx, fill, skips, ctx.clock.now());
    const notices = fresh.flatMap((id) => {
      const follow = byId.get(id);
      if (!follow) return [];
      const values = { trader, symbol, reason: reasons.get(id) ?? 'market' };
      const key = `copytrade:${fill.positionId}:${id}:skipped`;
      return [{ user: follow.userId, kind: 'copytrade:skipped' as const, values, key }];
    });
    await messages.notifyAll(tx, notices);
  });
}

/** Opens the copies of one page of followers; returns the reasons of those without one. */
async function openPage(deps: CopytradeDeps, fill: Fill, follows: readonly Copier[]): Promise<Skip[]> {
  const { ctx, contracts } = deps;
  const terms = contracts.terms(fill.marketId);
  const decided = follows.map((follow) => copyRequestOf(fill, terms, follow));
  const requests = decided.filter((each) => 'order' in each);
  const refused = await contracts.openCopies(
    requests.map(({ order }) => order),
    (tx, opened) => insertCopies(tx, fill, opened, ctx.clock.now()),
  );
  const skips = decided.filter((each) => 'reason' in each);
  requests.forEach(({ order }, at) => {
    const code = refused[at];
    if (code !== undefined) skips.push({ follow: order.follow, reason: reasonOf(code) });
  });
  return skips;
}

/** A page of followers to copy for, with the copies decided for them. */
async function copyPage(deps: CopytradeDeps, fill: Fill, follows: readonly Copier[]): Promise<Skip[]> {
  for (let attempt = 1, page = follows; ; attempt++) {
    try {
      return await openPage(deps, fill, page);
    } catch (error) {
      if (!(error instanceof FollowEnded) || attempt === ATTEMPTS) throw error;
      // Without followers who have left.
      const [first, last] = [page.at(0)?.id ?? 0, page.at(-1)?.id ?? 0];
      page = (await toCopy(deps.ctx.db, fill, first - 1, PAGE)).filter(({ id }) => id <= last);
    }
  }
}

/**
 * Opens the copies of a trader's fill, a page of followers at a time. While one page is opened, the next is read and
 * the previous one is notified.
 */
async function copyOpening(deps: CopytradeDeps, fill: Fill): Promise<boolean> {
  const { db } = deps.ctx;
  const notifications: Promise<void>[] = [];
  let next = toCopy(db, fill, 0, PAGE);
  for (;;) {
    const follows = await next;
    const isLast = follows.length < PAGE;
    if (!isLast) next = ignoreRefusal(toCopy(db, fill, follows.at(-1)?.id ?? 0, PAGE));
    const skips = await copyPage(deps, fill, follows);
    notifications.push(ignoreRefusal(skip(deps, fill, follows, skips)));
    if (isLast) break;
  }
  await Promise.all(notifications);
  return true;
}

/** A promise that is awaited later; the handler prevents an unhandled rejection until then. */
function ignoreRefusal<T>(later: Promise<T>): Promise<T> {
  later.catch(() => undefined);
  return later;
}

/** Lots that a copy retains if the trader retains a part, rounded down to the lot step. */
const leftOf = (fill: Fill, origin: Amount, step: Amount): Amount =>
  amount(((origin * fill.lots) / fill.originLots / step) * step);

/** Closes copies in proportion to the trader's close; returns whether all could be closed. */
async function copyClosing(deps: CopytradeDeps, fill: Fill): Promise<boolean> {
  const { ctx, contracts } = deps;
  const step = contracts.terms(fill.marketId)?.lotStep ?? amount('1');
  let [after, waiting] = [0, 0];
  for (;;) {
    const copies = await copiesOf(ctx.db, fill.positionId, after, PAGE);
    waiting += await contracts.closeCopies(
      copies.map(({ user, position, originLots }) => ({
        user,
        position,
        left: leftOf(fill, originLots, step),
      })),
    );
    after = copies.at(-1)?.position ?? after;
    if (copies.length < PAGE) return waiting === 0;
  }
}

/** Closes all copies of a stopped follow. */
async function closeAll(deps: CopytradeDeps, { followId }: FollowStop): Promise<boolean> {
  const copies = await copiesOfFollows(deps.ctx.db, [followId], STOP_COPIES_MAX);
  const closes = copies.map(({ user, position }) => ({ user, position, left: amount('0') }));
  return (await deps.contracts.closeCopies(closes)) === 0;
}

function runCopyEvent(deps: CopytradeDeps, event: Fill | FollowStop): Promise<boolean> {
  switch (event.kind) {
    case 'opened':
      return copyOpening(deps, event);
    case 'closed':
      return copyClosing(deps, event);
    case 'stopped':
      return closeAll(deps, event);
  }
}

/**
 * Processes pending events, oldest first; returns the number done. Each step has one effect however often it is
 * retried: a copy has one key, a close goes down to a number of lots, and an event ends only when all its copies are
 * done.
 */
export async function copyWaiting(deps: CopytradeDeps): Promise<number> {
  const { ctx } = deps;
  const events = await waitingEvents(ctx.db, ctx.clock.now(), EVENTS);
  for (const event of events) {
    const whole = await runCopyEvent(deps, event);
    const now = ctx.clock.now();
    await (whole ? eventDone(ctx.db, event.id, now) : eventLater(ctx.db, event.id, now + RETRY_MS));
  }
  return events.length;
}
