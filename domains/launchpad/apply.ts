import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { ZERO, format, isMultipleOf, max, minus, negate, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { projectStateAt, subscriptionCost } from '@karat/rules';
import type { Tx } from '@karat/platform/db';
import { addToSubscriber, addToTotals, appliedOfUser, insertApplication } from './application-store.ts';
import type { LaunchpadDeps } from './deps.ts';
import { shareProject } from './project-store.ts';
import type { Application, PayPrice, Project } from './types.ts';

export interface ApplicationRequest {
  readonly userId: UserId;
  readonly projectId: number;
  /** Tokens. */
  readonly amount: Amount;
  /** Id or code of the paying currency. */
  readonly payCurrency: string;
  /** Price as the user saw it; another one refuses. */
  readonly price: Price;
  /** When it was made, unix ms, for demonstrations; now by default. */
  readonly appliedMs?: number;
}

/** The project's price in a currency, given by id or code. Refuses `project_pay_currency` where the project does not take it. */
async function payPriceOf(
  { ledger }: LaunchpadDeps,
  tx: Tx,
  project: Project,
  wanted: string,
): Promise<PayPrice & { readonly code: string }> {
  for (const each of project.prices) {
    const { code, enabled } = await ledger.currency(tx, each.currencyId);
    if (wanted !== code && wanted !== String(each.currencyId)) continue;
    if (!enabled) refuse('currency_disabled', { currency: code });
    return { ...each, code };
  }
  return refuse('project_pay_currency');
}

function checkAmount(project: Project, tokens: Amount): void {
  if (!isMultipleOf(tokens, smallestUnit(project.decimals)))
    refuse('amount_too_precise', { decimals: project.decimals });
  if (tokens < project.orderMin)
    refuse('project_minimum', { min: format(project.orderMin), currency: project.code });
}

/** Adds to what the user has applied for. Refuses `project_maximum` with what is left. */
async function takeWithinMaximum(tx: Tx, project: Project, user: UserId, tokens: Amount): Promise<void> {
  if (await addToSubscriber(tx, project, user, tokens)) return;
  const applied = await appliedOfUser(tx, user, project.id);
  refuse('project_maximum', {
    max: format(project.userMax),
    left: format(max(ZERO, minus(project.userMax, applied))),
    currency: project.code,
  });
}

/**
 * Applies for tokens of an open project: the cost at the fixed price is held until the settlement. Locks the project (shared), the
 * user's subscription, the totals, then the balance. Refuses what the contract lists for `project/order`.
 */
export async function apply(
  deps: LaunchpadDeps,
  tx: Tx,
  { userId, projectId, amount: tokens, payCurrency, price, appliedMs }: ApplicationRequest,
): Promise<Application> {
  const { ctx, ledger, messages } = deps;
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
  const project = (await shareProject(tx, projectId)) ?? refuse('project_unknown');
  // The time is taken under the lock: the settlement waits for it, and sees this application or ends before it.
  const now = appliedMs ?? ctx.clock.now();
  if (projectStateAt(project, now) !== 'open' || project.allotment) refuse('project_not_open');
  const pay = await payPriceOf(deps, tx, project, payCurrency);
  if (pay.price !== price) refuse('project_price_changed', { price: format(pay.price), currency: pay.code });
  checkAmount(project, tokens);
  await takeWithinMaximum(tx, project, userId, tokens);
  await addToTotals(tx, project.id, userId, tokens);
  const held = subscriptionCost(tokens, price, pay.decimals);
  const application = await insertApplication(tx, {
    projectId: project.id,
    userId,
    amount: tokens,
    currencyId: pay.currencyId,
    payDecimals: pay.decimals,
    price,
    held,
    appliedMs: now,
  });
  await ledger.post(tx, {
    key: `launchpad:apply:${application.id}`,
    kind: 'launchpad:application',
    reference: String(application.id),
    at: now,
    entries: [
      { account: userAccount(userId, 'change'), currency: pay.currencyId, available: negate(held), held },
    ],
  });
  await messages.notify(tx, {
    user: userId,
    kind: 'launchpad:applied',
    values: {
      tokens: format(tokens),
      token: project.code,
      amount: format(held),
      currency: pay.code,
      date: new Date(project.endMs).toISOString().slice(0, 16).replace('T', ' '),
    },
    key: `launchpad:${application.id}:applied`,
  });
  return application;
}
