import { currencyId, refuse } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import type { ApprovalKinds, Payload } from '@karat/domains/operators';
import { amount, negate, roundDown } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { LaunchpadDeps } from './deps.ts';
import { planDividend } from './dividends.ts';
import {
  presentCancellation,
  presentListing,
  presentMarket,
  presentMoney,
  presentProject,
  presentTimes,
} from './presentation.ts';
import { deletePlannedMarket, writePlannedMarket } from './market-store.ts';
import { checkPaper } from './paper.ts';
import { checkMarket, checkMarketTime, plannedMarketOf } from './project-market.ts';
import { cancelProject, findProject, insertProject, lockProject, updateTimes } from './project-store.ts';
import { startUnlocking } from './settlement-store.ts';
import { checkTerms, checkTimes, termsOf, timesOf } from './terms.ts';
import type { Project, ProjectTerms, Timetable } from './types.ts';

/** Kinds of approval requests. */
export const APPROVALS = {
  project: 'launchpad project',
  times: 'launchpad timetable',
  listing: 'launchpad listing',
  market: 'launchpad market',
  cancellation: 'launchpad cancellation',
  dividend: 'fund dividend',
  income: 'fund income',
} as const;

/** Adds a project with its new currency. Refuses as `console/project_add`. */
export async function addProject(deps: LaunchpadDeps, tx: Tx, terms: ProjectTerms): Promise<number> {
  const now = deps.ctx.clock.now();
  checkTerms(terms, now);
  await checkPaper(deps, tx, terms);
  const { code, decimals } = terms;
  const token = await deps.ledger.addCurrency(tx, {
    code,
    title: terms.texts.en.title,
    kind: 'coin',
    decimals,
  });
  return insertProject(tx, terms, token.id, now);
}

/** Refuses `project_state` where a part of a timetable has happened that another one would change. */
export function checkNewTimes(project: Project, times: Timetable, now: number): void {
  const isSettled = project.allotment !== undefined || project.cancelledMs !== undefined;
  const hasEnded = isSettled || project.endMs <= now;
  if (times.startMs !== project.startMs && project.startMs <= now) refuse('project_state');
  if (times.endMs !== project.endMs && hasEnded) refuse('project_state');
  if (
    times.listingMs !== project.listingMs &&
    (project.unlockingMs !== undefined || project.cancelledMs !== undefined)
  )
    refuse('project_state');
  if (!hasEnded) checkTimes(times, now);
  else if (times.listingMs !== undefined && times.listingMs < project.endMs)
    refuse('value_invalid', { field: 'listing_ms' });
}

/** Refuses `project_state` unless every application of the project is settled and its tokens are locked. */
export function checkListing({ settledMs, unlockingMs, cancelledMs }: Project): void {
  if (settledMs === undefined || unlockingMs !== undefined || cancelledMs !== undefined)
    refuse('project_state');
}

/** Refuses `project_state` once the subscription has ended. */
export function checkCancellation({ allotment, cancelledMs, endMs }: Project, now: number): void {
  if (allotment || cancelledMs !== undefined || endMs <= now) refuse('project_state');
}

/** Plans the market that the listing opens, or plans none. Refuses as `console/project_market`. */
export async function planMarket(deps: LaunchpadDeps, tx: Tx, payload: Payload): Promise<void> {
  const project = await need(tx, payload);
  const market = plannedMarketOf(payload);
  checkMarketTime(project);
  if (!market) return void (await deletePlannedMarket(tx, project.id));
  await checkMarket(deps, tx, project, market);
  await writePlannedMarket(tx, project.id, market);
}

const idOf = (payload: Payload): number => Number(payload['id']);

export const moneyOf = (payload: Payload) => ({
  amount: amount(String(payload['amount'] ?? '')),
  currency: currencyId(Number(payload['currency_id'])),
});
export const dividendOf = (payload: Payload) => ({
  ...moneyOf(payload),
  recordMs: Number(payload['record_ms']),
});
export const incomeOf = (payload: Payload) => ({
  ...moneyOf(payload),
  document: String(payload['document'] ?? ''),
});

/** A listed fund and the decimals of a currency that can express the amount. Refuses what cannot be paid. */
export async function checkMoney(
  { ledger }: LaunchpadDeps,
  tx: Tx,
  payload: Payload,
): Promise<{ readonly project: Project; readonly decimals: number }> {
  const project = (await findProject(tx, idOf(payload))) ?? refuse('project_unknown');
  if (project.kind !== 'fund') refuse('project_state');
  const { amount: number, currency } = moneyOf(payload);
  const { decimals } = await ledger.currency(tx, currency);
  if (roundDown(number, decimals) !== number) refuse('amount_too_precise', { decimals });
  return { project, decimals };
}

/** Checks a dividend: the fund is listed, the record time is to come. */
export async function checkDividend(deps: LaunchpadDeps, tx: Tx, payload: Payload) {
  const { project, decimals } = await checkMoney(deps, tx, payload);
  const { amount: number, currency, recordMs } = dividendOf(payload);
  if (project.listedMs === undefined) refuse('project_state');
  if (recordMs <= deps.ctx.clock.now()) refuse('value_invalid', { field: 'record_ms' });
  return { projectId: project.id, currencyId: currency, decimals, amount: number, recordMs };
}

async function bookIncome(deps: LaunchpadDeps, tx: Tx, payload: Payload, approval: number): Promise<void> {
  const { ctx, ledger } = deps;
  await checkMoney(deps, tx, payload);
  const { amount: number, currency, document } = incomeOf(payload);
  await ledger.post(tx, {
    key: `launchpad:income:${approval}`,
    kind: 'launchpad:income',
    reference: document,
    at: ctx.clock.now(),
    entries: [
      { account: houseAccount('external'), currency, available: negate(number) },
      { account: houseAccount('dividends'), currency, available: number },
    ],
  });
}

const need = async (tx: Tx, payload: Payload): Promise<Project> =>
  (await lockProject(tx, idOf(payload))) ?? refuse('project_unknown');

/** What two operators decide. */
export const launchpadApprovals = (deps: LaunchpadDeps): ApprovalKinds => {
  const now = () => deps.ctx.clock.now();
  return {
    [APPROVALS.project]: {
      present: presentProject(deps),
      execute: async (tx, payload) => void (await addProject(deps, tx, termsOf(payload))),
    },
    [APPROVALS.times]: {
      present: presentTimes,
      async execute(tx, payload) {
        const project = await need(tx, payload);
        checkNewTimes(project, timesOf(payload), now());
        await updateTimes(tx, project.id, timesOf(payload));
      },
    },
    [APPROVALS.listing]: {
      present: presentListing,
      async execute(tx, payload) {
        const project = await need(tx, payload);
        checkListing(project);
        await startUnlocking(tx, project.id, now());
      },
    },
    [APPROVALS.market]: {
      present: presentMarket(deps),
      execute: (tx, payload) => planMarket(deps, tx, payload),
    },
    [APPROVALS.cancellation]: {
      present: presentCancellation,
      async execute(tx, payload) {
        const project = await need(tx, payload);
        checkCancellation(project, now());
        await cancelProject(tx, project.id, now());
      },
    },
    [APPROVALS.dividend]: {
      present: presentMoney(deps, 'Pay a dividend of a fund', dividendOf),
      execute: async (tx, payload) =>
        void (await planDividend(deps, tx, await checkDividend(deps, tx, payload))),
    },
    [APPROVALS.income]: {
      present: presentMoney(deps, 'Book income of a fund', incomeOf),
      execute: (tx, payload, { approval }) => bookIncome(deps, tx, payload, approval),
    },
  };
};
