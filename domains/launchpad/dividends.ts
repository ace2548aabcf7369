import { holdingsAt, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Journal } from '@karat/domains/ledger';
import { format, negate, smallestUnit, split } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { refuse } from '@karat/contract';
import { readCurrencyCodes } from './deps.ts';
import type { LaunchpadDeps } from './deps.ts';
import {
  claimDividend,
  claimPayments,
  finishDividend,
  insertDividend,
  recordHolders,
  writePaid,
} from './dividend-store.ts';
import type { HolderPart, NewDividend } from './dividend-store.ts';
import { findProject } from './project-store.ts';
import type { Dividend, Project } from './types.ts';

const BATCH = 2_000;

/**
 * Plans a dividend and sets its amount aside in the house account of dividends. Refuses `dividend_uncovered` where the account does
 * not cover it.
 */
export async function planDividend(deps: LaunchpadDeps, tx: Tx, dividend: NewDividend): Promise<number> {
  const { ctx, ledger } = deps;
  const now = ctx.clock.now();
  const account = houseAccount('dividends');
  const { currencyId: currency, amount } = dividend;
  const batch = await ledger.openBatch(tx, [{ account, currency }]);
  if (batch.available(account, currency) < amount) refuse('dividend_uncovered');
  const id = await insertDividend(tx, dividend, now);
  batch.post({
    key: `launchpad:dividend_reserve:${id}`,
    kind: 'launchpad:dividend_reserve',
    reference: String(id),
    at: now,
    entries: [{ account, currency, available: negate(amount), held: amount }],
  });
  await batch.close();
  return id;
}

/** Records who held the fund's tokens at the record time, and each one's part: largest remainder, ties to the lowest user id. */
async function record(deps: LaunchpadDeps, tx: Tx, dividend: Dividend, project: Project): Promise<void> {
  const holdings = await holdingsAt(tx, project.currencyId, dividend.recordMs);
  const parts =
    holdings.length === 0
      ? []
      : split(
          dividend.amount,
          holdings.map(({ holding }) => holding),
          smallestUnit(dividend.decimals),
        );
  const holders = holdings.map((each, index) => ({
    ...each,
    amount: parts[index] ?? refuse('internal_error'),
  }));
  await recordHolders(tx, dividend.id, holders, deps.ctx.clock.now());
}

/** Without a holder the amount returns to the house account. */
async function finish({ ctx, ledger }: LaunchpadDeps, tx: Tx, dividend: Dividend): Promise<number> {
  const now = ctx.clock.now();
  const { id, currencyId: currency, amount } = dividend;
  if (dividend.holders === 0)
    await ledger.post(tx, {
      key: `launchpad:dividend_release:${id}`,
      kind: 'launchpad:dividend_reserve',
      reference: String(id),
      at: now,
      entries: [{ account: houseAccount('dividends'), currency, available: amount, held: negate(amount) }],
    });
  return finishDividend(tx, id, now);
}

const journalOf = (dividend: Dividend, { userId, amount }: HolderPart, at: number): Journal => ({
  key: `launchpad:dividend:${dividend.id}:${userId}`,
  kind: 'launchpad:dividend',
  reference: String(dividend.id),
  at,
  entries: [
    { account: userAccount(userId, 'change'), currency: dividend.currencyId, available: amount },
    { account: houseAccount('dividends'), currency: dividend.currencyId, held: negate(amount) },
  ],
});

async function pay(deps: LaunchpadDeps, tx: Tx, dividend: Dividend, project: Project): Promise<number> {
  const { ctx, ledger, messages, onStep, batch: limit = BATCH } = deps;
  const now = ctx.clock.now();
  const holders = await claimPayments(tx, dividend.id, limit);
  const [first] = holders;
  if (!first) return finish(deps, tx, dividend);
  onStep?.('claimed');
  // A holder of very little may receive less than the smallest unit: nothing.
  const paid = holders.filter(({ amount }) => amount > 0n);
  const journals = paid.map((each) => journalOf(dividend, each, now));
  const batch = await ledger.openBatch(
    tx,
    journals.flatMap(({ entries }) => entries),
  );
  for (const journal of journals) batch.post(journal);
  await batch.closeAs({
    key: `launchpad:dividend:${dividend.id}:${first.userId}`,
    kind: 'launchpad:batch',
    reference: String(dividend.id),
  });
  onStep?.('posted');
  const written = await writePaid(
    tx,
    dividend.id,
    holders.map(({ userId }) => userId),
    now,
  );
  if (written !== holders.length) throw new Error('a claimed dividend was paid by another process');
  const codeOf = await readCurrencyCodes(deps, tx);
  await messages.notifyAll(
    tx,
    paid.map(({ userId, holding, amount }) => ({
      user: userId,
      kind: 'launchpad:dividend',
      values: {
        amount: format(amount),
        currency: codeOf(dividend.currencyId),
        holding: format(holding),
        token: project.code,
      },
      key: `launchpad:dividend:${dividend.id}:${userId}`,
    })),
  );
  onStep?.('written');
  return holders.length;
}

/**
 * Does one step of the dividends that are due at a time (unix ms): records holders, pays a batch of them, or finishes. Returns how much
 * it did.
 */
export async function payDividends(deps: LaunchpadDeps, tx: Tx, at = deps.ctx.clock.now()): Promise<number> {
  const dividend = await claimDividend(tx, at);
  if (!dividend) return 0;
  const project = await findProject(tx, dividend.projectId);
  if (!project) throw new Error(`dividend ${dividend.id} has no project`);
  if (dividend.recordedMs !== undefined) return pay(deps, tx, dividend, project);
  await record(deps, tx, dividend, project);
  return 1;
}
