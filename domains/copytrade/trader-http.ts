import { pageReply, refuse } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { namesOf } from './deps.ts';
import type { CopytradeDeps } from './deps.ts';
import { copiersOf, followedAmong } from './follow-store.ts';
import { simulate } from './simulate.ts';
import { sampledSnapshots } from './snapshot-store.ts';
import { listTraders } from './trader-list.ts';
import { traderById, tradersPage } from './trader-store.ts';
import type { Trader } from './trader-store.ts';
import { maskedName, openView, tradeView, traderView } from './views.ts';

/** Age from which the positions of a trader who delays them are shown. */
const DELAY_MINUTES = 60;
const OPEN_MAX = 100;
/** Hours between two points of an equity curve by its days: at most 200 points. */
const CURVE_HOURS = { 7: 1, 30: 4, 90: 12 } as const;

/** A page of those who copy a trader now, with masked names; the last first. */
async function copiersPage(
  deps: CopytradeDeps,
  trader: UserId,
  { cursor, limit }: { readonly cursor?: number | undefined; readonly limit: number },
) {
  const rows = await copiersOf(deps.ctx.db, trader, cursor, limit + 1);
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ userId }) => userId);
  const names = await namesOf(deps, deps.ctx.db, ids);
  const data = shown.map((row) => ({
    id: row.id,
    nickname: maskedName(names.get(row.userId)?.nickname ?? ''),
    profit: format(row.profit),
    since_ms: row.createdAt,
  }));
  return { data, next: rows.length > limit ? String(shown.at(-1)?.id ?? '') : null };
}

/** A trader as a reader of a language sees it. */
const shownIn = ({ introductionIn }: CopytradeDeps, trader: Trader, lang: Lang): Trader =>
  introductionIn && trader.simulated ? { ...trader, about: introductionIn(trader.about, lang) } : trader;

interface Reader {
  readonly caller?: { readonly userId?: UserId } | undefined;
  readonly lang: Lang;
}

/** Public calls: traders and their results. */
export function traderHandlers(deps: CopytradeDeps) {
  const { ctx, contracts } = deps;
  const accepted = async (user: UserId): Promise<Trader> => {
    const trader = await traderById(ctx.db, user);
    return trader?.state === 'accepted' ? trader : refuse('trader_unknown');
  };
  const viewsOf = async (rows: readonly Trader[], { caller, lang }: Reader) => {
    const ids = rows.map(({ userId }) => userId);
    const names = await namesOf(deps, ctx.db, ids);
    const user = caller?.userId;
    const followed = user === undefined ? new Set<UserId>() : await followedAmong(ctx.db, user, ids);
    return rows.map((row) => traderView(shownIn(deps, row, lang), names, followed));
  };
  return {
    'follow/index': async ({ input, ...reader }) => {
      const filter = { state: 'accepted', order: input.sort ?? 'profit' } as const;
      const { rows, total } = await tradersPage(ctx.db, filter, input);
      return pageReply(await viewsOf(rows, reader), total, input.page, input.limit);
    },
    'follow/traders': async ({ input, ...reader }) => {
      const filter = {
        days: input.days ?? 30,
        sort: input.sort ?? 'roi',
        roiMin: input.roi_min,
        winRateMin: input.win_rate_min,
        aumMin: input.aum_min,
        riskMax: input.risk_max,
        isFree: input.free ?? false,
      };
      const { rows, next } = await listTraders(ctx.db, filter, input.cursor, input.limit);
      return { data: await viewsOf(rows, reader), next };
    },
    'follow/traderDetail': async ({ input, ...reader }) => {
      const [view] = await viewsOf([await accepted(input.trader_user_id)], reader);
      return view ?? refuse('trader_unknown');
    },
    'follow/historyTrade': async ({ input }) => {
      const { userId } = await accepted(input.trader_user_id);
      const { rows, total } = await contracts.history(ctx.db, userId, input);
      return pageReply(rows.map(tradeView), total, input.page, input.limit);
    },
    'follow/equity': async ({ input }) => {
      const { userId } = await accepted(input.trader_user_id);
      const from = ctx.clock.now() - input.days * DAY_MS;
      const points = await sampledSnapshots(ctx.db, userId, from, CURVE_HOURS[input.days]);
      return points.map(({ at, equity }) => ({ at_ms: at, profit: format(equity) }));
    },
    'follow/positions': async ({ input }) => {
      const { userId, positions } = await accepted(input.trader_user_id);
      const until = ctx.clock.now() - (positions === 'delayed' ? DELAY_MINUTES * MINUTE_MS : 0);
      const rows = positions === 'hidden' ? [] : await contracts.openUntil(ctx.db, userId, until, OPEN_MAX);
      return { positions, delay_minutes: DELAY_MINUTES, data: rows.map(openView) };
    },
    'follow/copiers': async ({ input }) =>
      copiersPage(deps, (await accepted(input.trader_user_id)).userId, input),
    'follow/simulate': async ({ input }) => simulate(deps, await accepted(input.trader_user_id), input),
  } satisfies Partial<Handlers<Contract['copytrade']>>;
}
