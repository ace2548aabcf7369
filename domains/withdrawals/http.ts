import { WITHDRAWAL_STATUS, WITHDRAWAL_TYPE, Refusal, pageReply, refuse } from '@karat/contract';
import type { Contract, Read, Reply, UserId } from '@karat/contract';
import { ZERO, divDown, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { userAccount } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import { stoppedUses } from '@karat/domains/currencies';
import { networkNamed } from '@karat/domains/payees';
import type { Wanted } from '@karat/domains/payees';
import type { Caller, Handlers } from '@karat/platform/http';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createStatistics } from './statistics.ts';
import { chainOf } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { accountFor, haltedNetworks, requestWithdrawal } from './request.ts';
import type { Requester } from './request.ts';
import { STATES_OF_STATUS, confirmationsOf, decimalsOut } from './rules.ts';
import { cancelOwn } from './settle.ts';
import * as routeStore from './route-store.ts';
import * as store from './store.ts';
import { policyIn } from './thresholds.ts';
import type { Withdrawal } from './store.ts';
import { isPrivate } from './terms.ts';
import type { Route } from './route-store.ts';
import { rowView, stepView } from './views.ts';

type Calls = Handlers<Contract['withdrawals']>;
type Own = Exclude<keyof Calls, `console/${string}`>;

/** Confirmations of a payout over a chain; none for a bank. */
function confirmationsNeeded(deps: ResolvedDeps, { type, network }: Withdrawal): number {
  const chain = chainOf(deps, network);
  return type === WITHDRAWAL_TYPE.address
    ? confirmationsOf(deps.policy, network, chain !== undefined && isPrivate(chain))
    : 0;
}

const MS_PER_HOUR = HOUR_MS;

/** Remaining caps, in BTC and in the currency at the current price. */
async function limitOf(deps: ResolvedDeps, user: UserId, currency: Currency) {
  const { db } = deps.ctx;
  const { level, windowMs, btc } = await deps.outflow.allowanceOf(db, user);
  const own = await deps.outflow.limitsInCurrency(db, currency, btc);
  return {
    level,
    hours: windowMs / MS_PER_HOUR,
    cap_btc: format(btc.cap),
    used_btc: format(btc.used),
    left_btc: format(btc.left),
    cap: own === undefined ? null : format(own.cap),
    left: own === undefined ? null : format(own.left),
  };
}

/** Value in USDT of an amount in the currency; null without a current price. */
async function inCurrency(deps: ResolvedDeps, currency: Currency, usdt: Amount): Promise<string | null> {
  const own = await deps.price(deps.ctx.db, currency);
  return own === undefined ? null : format(divDown(usdt, own, currency.decimals));
}

/** Amount from which the owner of the wallet is asked; null without a price or a limit. */
async function walletOwnerFrom(deps: ResolvedDeps, currency: Currency): Promise<string | null> {
  const from = deps.travelRule?.fromUsdt;
  return from === undefined || from === ZERO ? null : inCurrency(deps, currency, from);
}

type KnownWallet = NonNullable<Reply<Contract['withdrawals']['wallet/get_info']>['wallet_known']>;
const NO_PAYEE = { first_payment: null, wallet_known: null };

/** What is known about an address or card: if it was never paid, and whose wallet it is; null if it is invalid. */
async function payeeInfo(
  deps: ResolvedDeps,
  user: UserId,
  wanted: Pick<Wanted, 'type' | 'currency' | 'network' | 'address'>,
): Promise<{ first_payment: boolean | null; wallet_known: KnownWallet | null }> {
  const { db } = deps.ctx;
  try {
    const { hashes } = await deps.payees.find(db, { user, ...wanted });
    const isFirst = await deps.outflow.isFirstPayment(db, user, { kind: 'payee', hashes });
    const known =
      wanted.type === WITHDRAWAL_TYPE.address
        ? await deps.travelRule?.remembered(db, user, hashes)
        : undefined;
    // Names stay out: a key that may only read needs none.
    const wallet = known ? { wallet_owner: known.owner, wallet_hosting: known.hosting } : null;
    return { first_payment: isFirst, wallet_known: wallet };
  } catch (failure) {
    if (failure instanceof Refusal) return NO_PAYEE;
    throw failure;
  }
}

const routeView = (deps: ResolvedDeps, halted: ReadonlySet<string>) => (route: Route) => ({
  network: route.network,
  title: route.title,
  rate: format(route.fee),
  min_number: format(route.minimum),
  connected: route.type !== WITHDRAWAL_TYPE.address || chainOf(deps, route.network) !== undefined,
  halted: halted.has(route.network),
});

/** Balances of a method's currencies that can be withdrawn; omits currencies that are disabled entirely. */
async function currenciesBy(deps: ResolvedDeps, user: UserId, type: number) {
  const { db } = deps.ctx;
  const known = new Map((await deps.ledger.currencies(db)).map((currency) => [currency.id, currency]));
  const accounts = [userAccount(user, 'change'), userAccount(user, 'legal')];
  const own = await deps.ledger.balances(db, accounts);
  const stopped = await stoppedUses(db);
  return (await routeStore.openCurrencies(db, type)).flatMap((id) => {
    const currency = known.get(id);
    if (currency?.enabled !== true || stopped.has(currency.code, 'withdrawal')) return [];
    const account = userAccount(user, accountFor(currency));
    const found = own.find((each) => each.account === account && each.currency === id);
    const balance = format(found?.available ?? ZERO);
    return [{ id, name: currency.code, title: currency.title, balance }];
  });
}

const info = (deps: ResolvedDeps) =>
  ({
    'withdrawal/currencies': ({ caller, input }) => currenciesBy(deps, caller.userId, input.type ?? 0),
    'wallet/get_info': async ({ caller, input }) => {
      const { db } = deps.ctx;
      const currency = await deps.ledger.currency(db, input.currency);
      const stopped = await stoppedUses(db);
      const routes = (await routeStore.readRoutes(db, currency.id, input.type ?? 0)).filter(
        ({ network }) => !stopped.has(currency.code, 'withdrawal', network),
      );
      const wanted = input.network === undefined ? undefined : networkNamed(input.network);
      const chosen = wanted === undefined ? routes[0] : routes.find(({ network }) => network === wanted);
      if (routes.length === 0) refuse('withdrawal_closed');
      if (chosen === undefined) return refuse('network_unknown');
      const account = userAccount(caller.userId, accountFor(currency));
      const own = await deps.ledger.balance(db, account, currency.id);
      const held = await deps.credentials.holdUntil(db, caller.userId);
      const policy = await policyIn(deps, db);
      const { address, type = 0 } = input;
      const wantedPayee = { type, currency: currency.id, network: chosen.network };
      return {
        rate: format(chosen.fee),
        min_number: format(chosen.minimum),
        name: currency.code,
        change_balance: format(own.available),
        decimals: decimalsOut(chosen.type, currency.decimals),
        network: chosen.network,
        routes: routes.map(routeView(deps, await haltedNetworks(deps, db))),
        limit: await limitOf(deps, caller.userId, currency),
        held_until_ms: held ?? null,
        protected_until_ms: (await deps.outflow.protectedUntil(db, caller.userId)) ?? null,
        delay_from: policy.delayMs > 0 ? await inCurrency(deps, currency, policy.delayUsdt) : null,
        delay_minutes: policy.delayMs / MINUTE_MS,
        ...(address === undefined
          ? NO_PAYEE
          : await payeeInfo(deps, caller.userId, { ...wantedPayee, address })),
        wallet_owner_from: type === WITHDRAWAL_TYPE.address ? await walletOwnerFrom(deps, currency) : null,
        automatic_below: await inCurrency(deps, currency, policy.automaticUsdt),
      };
    },
  }) satisfies Partial<Calls>;

const reads = (deps: ResolvedDeps) =>
  ({
    'user/withdraw/list': async ({ caller, input, lang }) => {
      const { db } = deps.ctx;
      const states = input.status === undefined ? undefined : STATES_OF_STATUS[input.status];
      const filter = { user: caller.userId, states, currency: input.currency };
      const { rows, total } = await store.readPage(db, filter, input);
      const view = await rowView(deps, db, lang);
      return pageReply(rows.map(view), total, input.page, input.limit);
    },
    'withdrawal/detail': async ({ caller, input, lang }) => {
      const { db } = deps.ctx;
      const row = await store.withdrawalById(db, input.id);
      if (row === undefined || row.user !== caller.userId) return refuse('withdrawal_unknown');
      const view = await rowView(deps, db, lang);
      return {
        ...view(row),
        steps: (await store.readSteps(db, row.id)).map(stepView),
        confirmations: row.confirmations,
        confirmations_needed: confirmationsNeeded(deps, row),
      };
    },
  }) satisfies Partial<Calls>;

type WithdrawalInput = Read<Contract['withdrawals']['wallet/out']>;

function requesterOf({ program, sessionId }: Caller, { pay_password, code }: WithdrawalInput): Requester {
  if (program !== undefined) return { kind: 'program', program };
  const payPassword = pay_password ?? refuse('parameter_error', { field: 'pay_password' });
  return { kind: 'owner', session: sessionId, confirmation: { payPassword, code } };
}

/** Handlers of users' calls; users see and change only their own rows. */
export function ownHandlers(deps: ResolvedDeps): Pick<Calls, Own> {
  const figures = createStatistics(deps);
  return {
    ...info(deps),
    ...reads(deps),
    'wallet/out': async ({ caller, input, tx }) => {
      const { id, receive } = await requestWithdrawal(deps, tx, {
        user: caller.userId,
        by: requesterOf(caller, input),
        type: input.type,
        currency: input.currency,
        network: input.network,
        address: input.address,
        number: input.number,
        firstPaymentAccepted: input.first_payment_ok ?? false,
        beneficiary: {
          owner: input.wallet_owner,
          name: input.beneficiary_name,
          hosting: input.wallet_hosting,
          exchange: input.exchange_name,
        },
      });
      return { id, status: WITHDRAWAL_STATUS.reviewing, receive: format(receive) };
    },
    'withdrawal/cancel': async ({ caller, input, tx }) => {
      await cancelOwn(deps, tx, caller.userId, input.id);
      return { id: input.id, status: 3 };
    },
    'withdrawal/figures': ({ lang }) => figures(lang),
  };
}
