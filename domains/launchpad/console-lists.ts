import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import type { HouseAccountName } from '@karat/domains/ledger';
import { ZERO, format, minus, plus, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import { projectStateAt, settleApplication, subscribedPercent } from '@karat/rules';
import type { Handlers } from '@karat/platform/http';
import { applicationsAfter, listApplications } from './application-store.ts';
import { readCurrencyCodes } from './deps.ts';
import type { LaunchpadDeps } from './deps.ts';
import { listDividends } from './dividend-store.ts';
import { readProjectMarkets } from './market-store.ts';
import { findProject, newestProjects, projectsOf, totalsOf } from './project-store.ts';
import { countsOf, readAllotmentTerms } from './settlement-store.ts';
import type { Application, Dividend, Project } from './types.ts';
import { marketView, statusOf } from './view.ts';

type Calls = Contract['launchpad'];
type Allotment = Reply<Calls['console/project_allotment']>;

const ACCOUNTS = ['launchpad', 'dividends'] as const satisfies readonly HouseAccountName[];

async function accountsOf(deps: LaunchpadDeps): Promise<Reply<Calls['console/projects']>['accounts']> {
  const { ctx, ledger } = deps;
  const codeOf = await readCurrencyCodes(deps, ctx.db);
  const balances = await ledger.balances(
    ctx.db,
    ACCOUNTS.map((name) => houseAccount(name)),
  );
  return balances.flatMap(({ account, currency, available, held }) =>
    ACCOUNTS.filter((name) => houseAccount(name) === account).map((name) => ({
      account: name,
      currency_name: codeOf(currency),
      available: format(available),
      held: format(held),
    })),
  );
}

const PAGE = 5_000;

/** Sums by paying currency. */
interface Sums {
  orders: number;
  applied: Amount;
  tokens: Amount;
  held: Amount;
  paid: Amount;
}

/** What the allotment gives, charges and releases by paying currency: as settled, else as if the subscription ended now. */
async function previewAllotment(deps: LaunchpadDeps, project: Project): Promise<Allotment> {
  const { db } = deps.ctx;
  const supply = project.cancelledMs === undefined ? project.supply : ZERO;
  const terms = project.allotment ?? (await readAllotmentTerms(db, project, supply));
  const byCurrency = new Map<Application['currencyId'], Sums>(
    project.prices.map(({ currencyId }) => [
      currencyId,
      { orders: 0, applied: ZERO, tokens: ZERO, held: ZERO, paid: ZERO },
    ]),
  );
  for (let after = 0, page: Application[] = []; ; after = page.at(-1)?.id ?? 0) {
    page = await applicationsAfter(db, project.id, after, PAGE);
    for (const application of page) {
      const sums = byCurrency.get(application.currencyId) ?? refuse('internal_error');
      const { tokens, paid } = application.settled ?? settleApplication(application, terms);
      sums.orders += 1;
      sums.applied = plus(sums.applied, application.amount);
      sums.tokens = plus(sums.tokens, tokens);
      sums.held = plus(sums.held, application.held);
      sums.paid = plus(sums.paid, paid);
    }
    if (page.length < PAGE) break;
  }
  const codeOf = await readCurrencyCodes(deps, db);
  return {
    supply: format(supply),
    applied: format(terms.applied),
    tokens: format(sum([...byCurrency.values()].map(({ tokens }) => tokens))),
    sums: [...byCurrency].map(([id, sums]) => ({
      currency_name: codeOf(id),
      orders: sums.orders,
      applied: format(sums.applied),
      tokens: format(sums.tokens),
      held: format(sums.held),
      paid: format(sums.paid),
      refund: format(minus(sums.held, sums.paid)),
    })),
  };
}

async function projectRows(deps: LaunchpadDeps, projects: readonly Project[]) {
  const { db, clock } = deps.ctx;
  const ids = projects.map(({ id }) => id);
  const [totals, counts] = [await totalsOf(db, ids), await countsOf(db, ids)];
  const markets = await readProjectMarkets(db, ids);
  const codeOf = await readCurrencyCodes(deps, db);
  const now = clock.now();
  return projects.map((project) => {
    const { applied, applications } = totals(project.id);
    const count = counts.get(project.id);
    return {
      id: project.id,
      kind: project.kind,
      title: project.texts.en.title,
      currency_name: project.code,
      decimals: project.decimals,
      status: projectStateAt(project, now),
      supply: format(project.supply),
      price: format(project.price),
      prices: project.prices.map(({ currencyId, price }) => ({
        currency_name: codeOf(currencyId),
        price: format(price),
      })),
      applied: format(applied),
      orders: applications,
      users: count?.users ?? 0,
      percentage: format(subscribedPercent(applied, project.supply)),
      save_min: format(project.orderMin),
      user_max: format(project.userMax),
      start_ms: project.startMs,
      end_ms: project.endMs,
      listing_ms: project.listingMs ?? null,
      listed_ms: project.listedMs ?? null,
      market: marketView(project, markets.get(project.id), codeOf),
      open_orders: count?.openApplications ?? 0,
      locked_users: count?.lockedUsers ?? 0,
    };
  });
}

function dividendState({ recordedMs, finishedMs }: Dividend): 'planned' | 'paying' | 'done' {
  if (finishedMs !== undefined) return 'done';
  return recordedMs === undefined ? 'planned' : 'paying';
}

/** The console's calls that read. */
export const consoleLists = (deps: LaunchpadDeps) =>
  ({
    'console/projects': async ({ input }) => {
      const { rows, total } = await newestProjects(deps.ctx.db, input);
      const page = pageReply(await projectRows(deps, rows), total, input.page, input.limit);
      return { ...page, accounts: await accountsOf(deps) };
    },
    'console/project_allotment': async ({ input }) =>
      previewAllotment(deps, (await findProject(deps.ctx.db, input.id)) ?? refuse('project_unknown')),
    'console/project_orders': async ({ input }) => {
      const { db, clock } = deps.ctx;
      const now = clock.now();
      const filter = { user: input.uid, project: input.project_id, status: input.status, now };
      const { rows, total } = await listApplications(db, filter, input);
      const projects = await projectsOf(db, [...new Set(rows.map(({ projectId }) => projectId))]);
      const codeOf = await readCurrencyCodes(deps, db);
      const views = rows.map((row) => {
        const project = projects.get(row.projectId) ?? refuse('internal_error');
        return {
          id: row.id,
          uid: row.userId,
          project_id: row.projectId,
          amount: format(row.amount),
          currency_name: codeOf(row.currencyId),
          held: format(row.held),
          tokens: row.settled ? format(row.settled.tokens) : null,
          paid: row.settled ? format(row.settled.paid) : null,
          status: statusOf(row, projectStateAt(project, now)),
          created_ms: row.appliedMs,
          settled_ms: row.settled?.atMs ?? null,
        };
      });
      return pageReply(views, total, input.page, input.limit);
    },
    'console/dividends': async ({ input }) => {
      const { db } = deps.ctx;
      const { rows, total } = await listDividends(db, input);
      const projects = await projectsOf(db, [...new Set(rows.map(({ projectId }) => projectId))]);
      const codeOf = await readCurrencyCodes(deps, db);
      const views = rows.map((row) => ({
        id: row.id,
        project_id: row.projectId,
        title: projects.get(row.projectId)?.texts.en.title ?? '',
        amount: format(row.amount),
        currency_name: codeOf(row.currencyId),
        record_ms: row.recordMs,
        holders: row.holders ?? 0,
        paid: row.paid,
        state: dividendState(row),
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  }) satisfies Partial<Handlers<Calls>>;
