import { PROJECT_ORDER_STATUS, PROJECT_TIME, wireTime } from '@karat/contract';
import type { Contract, CurrencyId, Reply } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { ZERO, format, max, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { lockDays, projectStateAt, subscribedPercent, subscriptionDays } from '@karat/rules';
import type { ProjectState } from '@karat/rules';
import type { ProjectMarket } from './market-store.ts';
import type { Application, Project, ProjectText, ProjectTotals } from './types.ts';

type Calls = Contract['launchpad'];
export type ProjectView = Reply<Calls['project']>['list'][number];
export type DetailView = Reply<Calls['project/detail']>;
export type OrderView = Reply<Calls['project/order']>;

/** Title and summary in a language, else in English. */
export const textIn = ({ texts }: Pick<Project, 'texts'>, lang: Lang): ProjectText => texts[lang] ?? texts.en;

function timeStatus(state: ProjectState): number {
  switch (state) {
    case 'warmup':
      return PROJECT_TIME.warmup;
    case 'open':
      return PROJECT_TIME.open;
    case 'ended':
    case 'listed':
    case 'cancelled':
      return PROJECT_TIME.ended;
  }
}

/** What a view needs beside the project. */
export interface ViewContext {
  readonly totals: ProjectTotals;
  readonly codeOf: (id: CurrencyId) => string;
  /** What the caller can spend of a currency; undefined for visitors. */
  readonly availableOf: ((id: CurrencyId) => Amount) | undefined;
  readonly lang: Lang;
  /** Unix ms. */
  readonly now: number;
}

export function projectView(project: Project, context: ViewContext): ProjectView {
  const { totals, codeOf, availableOf, lang, now } = context;
  const state = projectStateAt(project, now);
  const { startMs, endMs, listingMs } = project;
  return {
    id: project.id,
    kind: project.kind,
    ...textIn(project, lang),
    logo: project.logo ?? null,
    currency_id: project.currencyId,
    currency_name: project.code,
    decimals: project.decimals,
    amount: format(project.supply),
    total_sell: format(totals.applied),
    orders: totals.applications,
    percentage: format(subscribedPercent(totals.applied, project.supply)),
    price: format(project.price),
    pay_currencies: project.prices.map(({ currencyId, price, decimals }) => ({
      currency_id: currencyId,
      currency_name: codeOf(currencyId),
      price: format(price),
      decimals,
      available: availableOf ? format(availableOf(currencyId)) : null,
    })),
    time_status: timeStatus(state),
    status: state,
    day: subscriptionDays(project),
    start_at: wireTime(startMs),
    start_ms: startMs,
    end_at: wireTime(endMs),
    end_ms: endMs,
    listing_at: listingMs === undefined ? null : wireTime(listingMs),
    listing_ms: listingMs ?? null,
    listed_ms: project.listedMs ?? null,
    demo: project.demo,
  };
}

/** The spot market of a project, planned or open. */
export const marketView = (
  { code }: Pick<Project, 'code'>,
  market: ProjectMarket | undefined,
  codeOf: (id: CurrencyId) => string,
): DetailView['market'] =>
  market
    ? {
        symbol: `${code}/${codeOf(market.quote)}`,
        quote_id: market.quote,
        match_id: market.marketId ?? null,
        reference_price: format(market.reference),
        tick: format(market.tick),
        lot: format(market.lot),
        min_notional: format(market.minNotional),
      }
    : null;

/** A project with its documents; `applied` is what the caller has applied for, undefined for visitors. */
export function detailView(
  project: Project,
  context: ViewContext & { readonly market: ProjectMarket | undefined },
  applied: Amount | undefined,
): DetailView {
  const { listingMs, endMs } = project;
  return {
    ...projectView(project, context),
    white_paper: project.whitePaper ?? null,
    paper: project.paper ? { sha256: project.paper.sha256, bytes: project.paper.bytes } : null,
    website: project.website ?? null,
    gallery: [...project.gallery],
    market: marketView(project, context.market, context.codeOf),
    lock_day: listingMs === undefined ? null : lockDays(endMs, listingMs),
    save_min: format(project.orderMin),
    user_max: format(project.userMax),
    own_applied: applied === undefined ? null : format(applied),
    own_remaining: applied === undefined ? null : format(max(ZERO, minus(project.userMax, applied))),
  };
}

/** 0 cancelled, 1 applied, 2 allotting, 3 allotted. */
export function statusOf(
  { cancelledMs, settled }: Pick<Application, 'cancelledMs' | 'settled'>,
  state: ProjectState,
): number {
  if (cancelledMs !== undefined) return PROJECT_ORDER_STATUS.cancelled;
  if (settled) return PROJECT_ORDER_STATUS.allotted;
  return state === 'open' || state === 'warmup'
    ? PROJECT_ORDER_STATUS.applied
    : PROJECT_ORDER_STATUS.allotting;
}

export interface OrderContext extends Pick<ViewContext, 'codeOf' | 'lang' | 'now'> {
  /** Number of the receipt of an application. */
  readonly receiptOf: (id: number) => string | undefined;
}

export function orderView(application: Application, project: Project, context: OrderContext): OrderView {
  const { codeOf, lang, now, receiptOf } = context;
  const { settled, appliedMs, cancelledMs } = application;
  const state = projectStateAt(project, now);
  return {
    id: application.id,
    project_id: project.id,
    kind: project.kind,
    title: textIn(project, lang).title,
    logo: project.logo ?? null,
    currency_name: project.code,
    pay_currency_name: codeOf(application.currencyId),
    price: format(application.price),
    coin_amount: format(application.amount),
    give_amount: settled ? format(settled.tokens) : null,
    amount: format(application.held),
    paid: settled ? format(settled.paid) : null,
    refund: settled ? format(minus(application.held, settled.paid)) : null,
    status: statusOf(application, state),
    project_status: state,
    created_at: wireTime(appliedMs),
    created_ms: appliedMs,
    end_at: wireTime(project.endMs),
    end_ms: project.endMs,
    listing_ms: project.listingMs ?? null,
    listed_ms: project.listedMs ?? null,
    complete_ms: settled?.atMs ?? cancelledMs ?? null,
    receipt: receiptOf(application.id) ?? null,
  };
}
