import { pageReply, refuse } from '@karat/contract';
import type { Contract, CurrencyId, Reply, UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import type { Lang } from '@karat/i18n';
import { ZERO, format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { projectStateAt } from '@karat/rules';
import { apply } from './apply.ts';
import { appliedOfUser, applicationOfUser, listApplications, subscriptionsOf } from './application-store.ts';
import { cancel } from './cancel.ts';
import { consoleHandlers } from './console.ts';
import { RECEIPT_KIND, readCurrencyCodes } from './deps.ts';
import type { LaunchpadDeps } from './deps.ts';
import { dividendsOfUser } from './dividend-store.ts';
import { readProjectMarket } from './market-store.ts';
import { paperFile } from './paper.ts';
import { findProject, listProjects, projectsOf, totalsOf } from './project-store.ts';
import type { Application, Project } from './types.ts';
import { detailView, orderView, projectView, textIn } from './view.ts';
import type { OrderView } from './view.ts';

type Calls = Contract['launchpad'];

/** Projects whose positions one reply shows. */
const HOLDINGS_MAX = 200;

interface Asking {
  readonly user: UserId | undefined;
  readonly lang: Lang;
}

/** What the caller can spend of each currency of the exchange account. */
async function availableOf(
  { ctx, ledger }: LaunchpadDeps,
  user: UserId | undefined,
): Promise<((id: CurrencyId) => Amount) | undefined> {
  if (user === undefined) return undefined;
  const balances = await ledger.balances(ctx.db, [userAccount(user, 'change')]);
  const available = new Map(balances.map((balance) => [balance.currency, balance.available]));
  return (id) => available.get(id) ?? ZERO;
}

/** What views of projects need. */
async function contextOf(deps: LaunchpadDeps, projects: readonly Project[], { user, lang }: Asking) {
  const { db, clock } = deps.ctx;
  // A token that another process has created becomes known here.
  for (const { currencyId } of projects) await deps.ledger.currency(db, currencyId);
  const totals = await totalsOf(
    db,
    projects.map(({ id }) => id),
  );
  const shared = {
    codeOf: await readCurrencyCodes(deps, db),
    availableOf: await availableOf(deps, user),
    lang,
    now: clock.now(),
  };
  return (project: Project) => ({ ...shared, totals: totals(project.id) });
}

async function orderViews(
  deps: LaunchpadDeps,
  queries: Queries,
  user: UserId,
  applications: readonly Application[],
  lang: Lang,
): Promise<OrderView[]> {
  const { ctx, proofs } = deps;
  const projects = await projectsOf(queries, [...new Set(applications.map(({ projectId }) => projectId))]);
  const settled = applications.filter((each) => each.settled).map(({ id }) => String(id));
  const receipts = await proofs.newest(queries, user, RECEIPT_KIND, settled);
  const context = {
    codeOf: await readCurrencyCodes(deps, queries),
    lang,
    now: ctx.clock.now(),
    receiptOf: (id: number) => receipts.get(String(id)),
  };
  return applications.map((application) =>
    orderView(application, projects.get(application.projectId) ?? refuse('internal_error'), context),
  );
}

async function firstOrder(...parameters: Parameters<typeof orderViews>): Promise<OrderView> {
  const [view] = await orderViews(...parameters);
  return view ?? refuse('project_order_unknown');
}

async function holdings(
  { ctx }: LaunchpadDeps,
  user: UserId,
  lang: Lang,
): Promise<Reply<Calls['user/project/holdings']>> {
  const subscriptions = await subscriptionsOf(ctx.db, user, HOLDINGS_MAX);
  const projects = await projectsOf(
    ctx.db,
    subscriptions.map(({ projectId }) => projectId),
  );
  const now = ctx.clock.now();
  return subscriptions.flatMap(({ projectId, applied, tokens, isUnlocked }) => {
    const project = projects.get(projectId);
    if (!project) return [];
    return [
      {
        project_id: projectId,
        kind: project.kind,
        title: textIn(project, lang).title,
        logo: project.logo ?? null,
        currency_name: project.code,
        status: projectStateAt(project, now),
        applied: format(applied),
        allotted: format(tokens),
        locked: tokens > 0n && !isUnlocked,
        end_ms: project.endMs,
        listing_ms: project.listingMs ?? null,
        listed_ms: project.listedMs ?? null,
      },
    ];
  });
}

/** Calls about projects, for visitors too. */
const projectHandlers = (deps: LaunchpadDeps) =>
  ({
    project: async ({ input, caller, lang }) => {
      const filter = { kind: input.kind, state: input.status, now: deps.ctx.clock.now() };
      const { rows, total } = await listProjects(deps.ctx.db, filter, input);
      const contextFor = await contextOf(deps, rows, { user: caller?.userId, lang });
      const views = rows.map((project) => projectView(project, contextFor(project)));
      const { data, ...paging } = pageReply(views, total, input.page, input.limit);
      return { list: data, ...paging };
    },
    'project/detail': async ({ input, caller, lang }) => {
      const { db } = deps.ctx;
      const project = (await findProject(db, input.project_id)) ?? refuse('project_unknown');
      const user = caller?.userId;
      const applied = user === undefined ? undefined : await appliedOfUser(db, user, project.id);
      const contextFor = await contextOf(deps, [project], { user, lang });
      const market = await readProjectMarket(db, project.id);
      return detailView(project, { ...contextFor(project), market }, applied);
    },
    'project/paper': async ({ input }) => {
      const { db } = deps.ctx;
      return paperFile(deps, db, (await findProject(db, input.project_id)) ?? refuse('project_unknown'));
    },
  }) satisfies Partial<Handlers<Calls>>;

/** Answers the calls of subscriptions; users see only their own applications. */
export const launchpadHandlers = (deps: LaunchpadDeps): Handlers<Calls> => ({
  ...consoleHandlers(deps),
  ...projectHandlers(deps),
  'project/order': async ({ input, caller, tx, lang }) => {
    const application = await apply(deps, tx, {
      userId: caller.userId,
      projectId: input.project_id,
      amount: input.amount,
      payCurrency: input.pay_currency,
      price: input.price,
    });
    return firstOrder(deps, tx, caller.userId, [application], lang);
  },
  'project/order/cancel': async ({ input, caller, tx, lang }) => {
    const cancelled = await cancel(deps, tx, caller.userId, input.id);
    return firstOrder(deps, tx, caller.userId, [cancelled], lang);
  },
  'user/project/order': async ({ input, caller, lang }) => {
    const { db, clock } = deps.ctx;
    const filter = { user: caller.userId, project: undefined, status: input.status, now: clock.now() };
    const { rows, total } = await listApplications(db, filter, input);
    const views = await orderViews(deps, db, caller.userId, rows, lang);
    return pageReply(views, total, input.page, input.limit);
  },
  'user/project/order_detail': async ({ input, caller, lang }) => {
    const { db } = deps.ctx;
    const found = (await applicationOfUser(db, caller.userId, input.id)) ?? refuse('project_order_unknown');
    return firstOrder(deps, db, caller.userId, [found], lang);
  },
  'user/project/holdings': ({ caller, lang }) => holdings(deps, caller.userId, lang),
  'user/project/dividends': async ({ input, caller, lang }) => {
    const { db } = deps.ctx;
    const { rows, total } = await dividendsOfUser(db, caller.userId, input);
    const projects = await projectsOf(
      db,
      rows.map(({ projectId }) => projectId),
    );
    const codeOf = await readCurrencyCodes(deps, db);
    const views = rows.map((row) => {
      const project = projects.get(row.projectId) ?? refuse('internal_error');
      return {
        id: row.id,
        project_id: row.projectId,
        title: textIn(project, lang).title,
        token_name: project.code,
        holding: format(row.holding),
        amount: format(row.amount),
        currency_name: codeOf(row.currencyId),
        record_ms: row.recordMs,
        paid_ms: row.paidMs,
      };
    });
    return pageReply(views, total, input.page, input.limit);
  },
});
