import { operatorId, refuse, userId } from '@karat/contract';
import type { Contract, MarketId, UserId } from '@karat/contract';
import { accountTitle } from '@karat/domains/ledger';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { approve, requestApproval, list, refuseRequest } from './approvals.ts';
import { ARTICLE_PUBLICATION, articlePublication } from './article-publication.ts';
import { auditLook } from './audited.ts';
import { CLOCK_RESUME, requestClockResume as askClockResume, clockResume } from './clock.ts';
import type { ConsoleDeps, MarketFacts } from './console.ts';
import { CORRECTION, requestCorrection, correctionAccounts, correctionKind } from './correction.ts';
import { articleHandlers } from './http-articles.ts';
import { dailyHandlers } from './daily/http.ts';
import { dashboardHandlers } from './http-dashboard.ts';
import { demoLogins } from './demo.ts';
import { health } from './health.ts';
import { issueDeviceToken } from './known-devices.ts';
import { passkeyHandlers } from './http-passkeys.ts';
import { postingView, recordHandlers } from './http-records.ts';
import { login } from './login.ts';
import { MARKET_CHANGE, marketChange, requestedChange } from './market-change.ts';
import { botStoppable, marketStoppable } from './market-stops.ts';
import { passkeyStore } from './passkey-store.ts';
import { staffHandlers } from './http-staff.ts';
import { STAFF_CHANGE, staffChange } from './staff-change.ts';
import { RESUME, requestResume, resumeKind, stopNow, stopsView } from './stops.ts';
import * as store from './store.ts';
import { userNoteHandlers } from './user-notes.ts';

const marketRow = ({ market, lastPrice, indexPrice, stale, broken, openOrders }: MarketFacts) => ({
  match_id: market.id,
  symbol: market.symbol,
  kind: market.kind,
  state: market.state,
  maker_fee: format(market.makerFee),
  taker_fee: format(market.takerFee),
  band: format(market.band),
  min_notional: format(market.minNotional),
  now_price: lastPrice,
  index_price: indexPrice,
  stale,
  broken,
  open_orders: openOrders,
});

type All = Handlers<Contract['operators']>;

/** Login and logout. */
function sessionHandlers(
  deps: ConsoleDeps,
): Pick<All, 'console/login' | 'console/device' | 'console/demo_logins' | 'console/logout' | 'console/me'> {
  const { ctx } = deps;
  return {
    'console/login': ({ input, request }) => login(deps.logins, input, request),
    'console/device': async ({ caller, request }) => ({
      device_token: await issueDeviceToken(deps.logins, caller, request),
    }),
    'console/demo_logins': () => (ctx.demo ? demoLogins(ctx.clock.now()) : []),
    'console/logout': async ({ caller }) => {
      await store.endSession(ctx.db, caller.sessionId, ctx.clock.now());
      return 'ok' as const;
    },
    'console/me': async ({ caller }) => {
      const {
        id,
        login: name,
        name: fullName,
        role,
        lang,
      } = await store.operatorById(ctx.db, caller.operatorId);
      const passkeys = await passkeyStore.passkeysOf(ctx.db, caller.operatorId);
      return {
        id: operatorId(id),
        login: name,
        name: fullName,
        role,
        lang,
        passkeys: passkeys.length,
        passkey_required: deps.logins.passkeys.isRequired,
      };
    },
  };
}

/** Users, their balances and house accounts. */
function moneyHandlers(
  deps: ConsoleDeps,
): Pick<All, 'console/users' | 'console/user' | 'console/house' | 'console/ledger_check'> {
  const { ctx } = deps;
  return {
    'console/users': async ({ input: { keyword = '', page, limit }, caller }) => {
      const found = await deps.users.search(keyword, page, limit);
      // The keyword may be personal data, which the log could never forget: the users that were shown are named instead.
      await auditLook(ctx, caller, 'search users', 'users', {
        page,
        found: found.data.map(({ uid }) => uid),
      });
      return found;
    },
    'console/user': async ({ input, caller }) => {
      const uid = userId(input.uid);
      const found = (await deps.users.find(uid)) ?? refuse('not_found');
      await auditLook(ctx, caller, 'look at user', `user:${uid}`);
      const balances = await deps.ledger.balancesOf(uid);
      const value = await deps.ledger.value(balances);
      return {
        ...found,
        balances: balances.map((balance) => ({
          account: accountTitle(balance.account),
          currency: deps.ledger.currencyCode(balance),
          available: format(balance.available),
          held: format(balance.held),
        })),
        value_usdt: format(value.usdt),
        unvalued: [...value.unvalued],
      };
    },
    'console/house': async () => (await deps.ledger.house()).map((row) => postingView(row)),
    'console/ledger_check': async () => {
      const { accounts, journals, differences } = await deps.ledger.check();
      return { accounts, journals, differences: [...differences] };
    },
  };
}

/** Markets, their approvals, and the bots. */
function marketHandlers(
  deps: ConsoleDeps,
): Pick<
  All,
  | 'console/markets'
  | 'console/market_change'
  | 'console/correction_accounts'
  | 'console/correction'
  | 'console/approvals'
  | 'console/approve'
  | 'console/refuse'
  | 'console/bots'
  | 'console/stops'
  | 'console/stop'
  | 'console/resume'
> {
  const { ctx } = deps;
  const changeOfMarket = marketChange(deps.markets);
  const stopping = {
    ctx,
    stoppables: {
      ...deps.stoppables,
      market: marketStoppable(deps.markets),
      bot: botStoppable(ctx, deps.bots),
    },
  };
  const approvals = {
    ...deps.approvals,
    [MARKET_CHANGE]: changeOfMarket,
    [ARTICLE_PUBLICATION]: articlePublication(ctx),
    [CORRECTION]: correctionKind(ctx, deps.corrections),
    [CLOCK_RESUME]: clockResume(ctx, deps.clockGuard),
    [STAFF_CHANGE]: staffChange(deps.logins),
    [RESUME]: resumeKind(stopping),
  };
  const nameOf = async (id: UserId): Promise<string | null> => {
    const user = (await deps.users.find(id))?.user;
    return user ? [user.nickname, user.email ?? user.phone].filter(Boolean).join(', ') : null;
  };
  const marketOf = (id: MarketId) => deps.markets.find(id) ?? refuse('market_unknown');
  return {
    'console/markets': () => deps.markets.all().map(marketRow),
    'console/market_change': ({ input, caller }) =>
      ctx.db.transact((tx) =>
        requestApproval(ctx, tx, caller, {
          ...requestedChange(marketOf(input.match_id), input),
          present: changeOfMarket.present,
        }),
      ),
    'console/correction_accounts': () => correctionAccounts(ctx, deps.corrections),
    'console/correction': async ({ input, caller }) => {
      if (input.uid !== undefined && !(await deps.users.find(input.uid))) refuse('not_found');
      return requestCorrection(ctx, deps.corrections, caller, input);
    },
    'console/approvals': ({ input, caller }) =>
      list({ ctx, approvals, nameOf }, caller, input, input.page, input.limit),
    'console/approve': ({ input, caller, request }) =>
      approve({ ...deps.logins, approvals }, caller, input, request),
    'console/refuse': ({ input, caller }) => refuseRequest(ctx, caller, input),
    'console/bots': () => [...deps.bots.all()],
    'console/stops': () => stopsView(stopping),
    'console/stop': async ({ input, caller }) => {
      await stopNow(stopping, caller, input);
      return 'ok' as const;
    },
    'console/resume': ({ input, caller }) => requestResume(stopping, caller, input),
  };
}

/** Health and status of the system. */
function systemHandlers(
  deps: ConsoleDeps,
): Pick<All, 'console/outbox' | 'console/health' | 'console/clock_resume'> {
  const { ctx } = deps;
  return {
    'console/outbox': ({ input }) => deps.outbox.list(input.page, input.limit),
    'console/health': () => health(deps),
    'console/clock_resume': ({ input, caller }) => askClockResume(ctx, deps.clockGuard, caller, input),
  };
}

/** Handlers of the console's calls. */
export const operatorHandlers = (deps: ConsoleDeps): All => ({
  ...sessionHandlers(deps),
  ...passkeyHandlers(deps.logins),
  ...staffHandlers(deps),
  ...moneyHandlers(deps),
  ...recordHandlers(deps),
  ...dashboardHandlers(deps),
  ...dailyHandlers(deps),
  ...userNoteHandlers(deps),
  ...marketHandlers(deps),
  ...articleHandlers(deps.ctx, deps.files),
  ...systemHandlers(deps),
});
