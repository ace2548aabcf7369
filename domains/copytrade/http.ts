import { pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { format, negate } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { skippedOf } from './copy-store.ts';
import { namesOf } from './deps.ts';
import type { CopytradeDeps } from './deps.ts';
import { followersOf, followsOf } from './follow-store.ts';
import { follow, holdSelf, pause, stopFollow, unfollow } from './follow.ts';
import { resultsOf } from './results.ts';
import { sharesOf } from './share-store.ts';
import { traderHandlers } from './trader-http.ts';
import { apply, decide, setTrader } from './trader.ts';
import { traderById, tradersPage } from './trader-store.ts';
import type { Trader } from './trader-store.ts';
import { followView, maskedName } from './views.ts';

type All = Handlers<Contract['copytrade']>;

const applicationView = ({ state, about, reason, createdAt }: Trader) => ({
  state,
  about,
  reason,
  created_ms: createdAt,
});

/** Calls of followers. */
function followerHandlers(deps: CopytradeDeps) {
  const { ctx } = deps;
  return {
    'follow/follow': async ({ input, caller }) => {
      const done = await ctx.db.transact((tx) => follow(deps, tx, caller.userId, input));
      const results = await resultsOf(deps, caller.userId, [done]);
      return followView(done, await namesOf(deps, ctx.db, [done.traderId]), results);
    },
    'follow/cancel': async ({ input, caller }) => {
      await ctx.db.transact((tx) => unfollow(deps, tx, caller.userId, input.follow_user_id));
      return 'ok' as const;
    },
    'follow/pause': async ({ input, caller }) => {
      await ctx.db.transact((tx) => pause(deps, tx, caller.userId, input));
      return 'ok' as const;
    },
    'follow/stop': async ({ input, caller }) => {
      await ctx.db.transact((tx) => stopFollow(deps, tx, caller.userId, input.follow_id));
      return 'ok' as const;
    },
    'follow/my': async ({ input, caller }) => {
      const { rows, total } = await followsOf(ctx.db, caller.userId, input);
      const names = await namesOf(
        deps,
        ctx.db,
        rows.map(({ traderId }) => traderId),
      );
      const results = await resultsOf(deps, caller.userId, rows);
      return pageReply(
        rows.map((row) => followView(row, names, results)),
        total,
        input.page,
        input.limit,
      );
    },
    'follow/selfHolding': async ({ input, caller }) => {
      await ctx.db.transact((tx) => holdSelf(deps, tx, caller.userId, input.transaction_id));
      return 'ok' as const;
    },
  } satisfies Partial<All>;
}

/** Orders that were not copied for a follower, and paid shares. */
function recordHandlers(deps: CopytradeDeps) {
  const { ctx, contracts } = deps;
  return {
    'follow/skipped': async ({ input, caller }) => {
      const rows = await skippedOf(ctx.db, caller.userId, input.cursor, input.limit + 1);
      const shown = rows.slice(0, input.limit);
      const names = await namesOf(
        deps,
        ctx.db,
        shown.map(({ traderId }) => traderId),
      );
      return {
        data: shown.map((row) => ({
          id: row.id,
          trader_user_id: row.traderId,
          nickname: names.get(row.traderId)?.nickname ?? '',
          symbol: contracts.terms(row.marketId)?.symbol ?? String(row.marketId),
          type: row.side === 'long' ? (1 as const) : (2 as const),
          reason: row.reason,
          created_at: wireTime(row.createdAt),
          created_ms: row.createdAt,
        })),
        next: rows.length > input.limit ? String(shown.at(-1)?.id ?? '') : null,
      };
    },
    'follow/shares': async ({ input, caller }) => {
      const rows = await sharesOf(ctx.db, caller.userId, input.cursor, input.limit + 1);
      const shown = rows.slice(0, input.limit);
      const received = (row: (typeof shown)[number]): boolean => row.traderId === caller.userId;
      const names = await namesOf(
        deps,
        ctx.db,
        shown.map((row) => (received(row) ? row.userId : row.traderId)),
      );
      const nameOf = (row: (typeof shown)[number]): string =>
        received(row)
          ? maskedName(names.get(row.userId)?.nickname ?? '')
          : (names.get(row.traderId)?.nickname ?? '');
      return {
        data: shown.map((row) => ({
          id: row.id,
          nickname: nameOf(row),
          day: row.day,
          created_ms: row.createdAt,
          amount: format(received(row) ? row.amount : negate(row.amount)),
          profit: format(row.profit),
          high_water: format(row.highWater),
        })),
        next: rows.length > input.limit ? String(shown.at(-1)?.id ?? '') : null,
      };
    },
  } satisfies Partial<All>;
}

/** Calls of traders and of operators. */
function applicationHandlers(deps: CopytradeDeps) {
  const { ctx } = deps;
  return {
    'follow/apply': async ({ input, caller }) =>
      applicationView(await ctx.db.transact((tx) => apply(deps, tx, caller.userId, input.about))),
    'follow/trader_settings': async ({ input, caller }) => {
      await ctx.db.transact((tx) => setTrader(tx, caller.userId, input));
      return 'ok' as const;
    },
    'follow/application': async ({ caller }) => {
      const trader = await traderById(ctx.db, caller.userId);
      return trader ? applicationView(trader) : null;
    },
    'follow/followers': async ({ input, caller }) => {
      const trader = await traderById(ctx.db, caller.userId);
      if (trader?.state !== 'accepted' && trader?.state !== 'suspended') refuse('trader_unknown');
      const { rows, total } = await followersOf(ctx.db, caller.userId, input);
      const names = await namesOf(
        deps,
        ctx.db,
        rows.map(({ userId }) => userId),
      );
      const view = rows.map((row) => ({
        nickname: maskedName(names.get(row.userId)?.nickname ?? ''),
        active: row.active,
        margin: format(row.margin),
        profit: format(row.profit),
        shared: format(row.shared),
        since_ms: row.createdAt,
      }));
      return pageReply(view, total, input.page, input.limit);
    },
    'console/traders': async ({ input }) => {
      const filter = { state: input.state, order: 'profit' } as const;
      const { rows, total } = await tradersPage(ctx.db, filter, input);
      const names = await namesOf(
        deps,
        ctx.db,
        rows.map(({ userId }) => userId),
      );
      const view = rows.map((row) => ({
        ...applicationView(row),
        uid: row.userId,
        nickname: names.get(row.userId)?.nickname ?? '',
        trades: row.trades,
        total_profit: format(row.totalProfit),
        roi_30: row.figuresAt === null ? null : format(row.returns[30]),
        max_drawdown: row.figuresAt === null ? null : format(row.maxDrawdown),
        risk: row.risk,
        followers: row.followers,
        follow_amount: format(row.followMargin),
      }));
      return pageReply(view, total, input.page, input.limit);
    },
    'console/trader_decide': async ({ input, caller }) => {
      const request = { user: input.uid, state: input.state, reason: input.reason };
      await ctx.db.transact((tx) => decide(deps, tx, caller, request));
      return 'ok' as const;
    },
  } satisfies Partial<All>;
}

/** Handlers of the copy trading calls. */
export const copytradeHandlers = (deps: CopytradeDeps): All => ({
  ...traderHandlers(deps),
  ...followerHandlers(deps),
  ...recordHandlers(deps),
  ...applicationHandlers(deps),
});
