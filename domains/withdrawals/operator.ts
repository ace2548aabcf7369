import { pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { format } from '@karat/money';
import { maskCard } from '@karat/domains/payees';
import { append } from '@karat/platform/audit';
import { amountOf } from '@karat/platform/chains';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { batchFile, exportBatch } from './batch.ts';
import { requestExecuted, requestReturned } from './bank.ts';
import { approveBy, rejectBy } from './decide.ts';
import { chainOf } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { payeeHashesOf } from './keyed-rows.ts';
import { haltedNetworks } from './request.ts';
import * as batches from './batch-store.ts';
import * as past from './history-store.ts';
import * as payouts from './payout-store.ts';
import { listVanished, requestAgain } from './pay-again.ts';
import { singleLimit } from './single-operator.ts';
import * as routeStore from './route-store.ts';
import { requestRoute, routeRows } from './route-terms.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';
import { policyIn, requestThresholds, thresholdsView } from './thresholds.ts';
import { rowView, stepView } from './views.ts';
import type { RowView } from './views.ts';

type Calls = Handlers<Contract['withdrawals']>;

const queued = (view: RowView) => (row: Withdrawal) => ({
  ...view(row),
  uid: row.user,
  usdt: format(row.usdt),
  notes: [...row.notes],
  approvals: row.approvals,
  asked: row.approvalId !== null,
});

const OPEN: ReadonlySet<string> = new Set([
  'requested',
  'approved',
  'signing',
  'signed',
  'broadcast',
  'exported',
]);

/** Context of person and payee for a reviewer. */
async function factsOf(deps: ResolvedDeps, row: Withdrawal) {
  const { ctx } = deps;
  const policy = await policyIn(deps, ctx.db);
  const now = ctx.clock.now();
  const user = await deps.person(ctx.db, row.user, undefined);
  const { level, btc } = await deps.outflow.allowanceOf(ctx.db, row.user);
  const history = await past.historyOf(ctx.db, row.user);
  const hashes = payeeHashesOf(deps.payees.hashing, { ...row, sealed: row.payeeSealed });
  const payee = await past.payeeHistory(ctx.db, row.user, hashes);
  const sharers = await deps.payees.sharedWith(ctx.db, hashes, row.user);
  return {
    level,
    account_age_days: Math.floor((now - (user?.createdAt ?? now)) / DAY_MS),
    credentials_hold_ms: (await deps.credentials.holdUntil(ctx.db, row.user)) ?? null,
    protected_until_ms: (await deps.outflow.protectedUntil(ctx.db, row.user)) ?? null,
    first_payment_accepted: (await deps.outflow.firstPaymentAccepted(ctx.db, row.id)) ?? null,
    shared_with: [...new Set([...payee.others, ...sharers])].toSorted((a, b) => a - b),
    paid_to_payee: payee.paid,
    done_count: history.done,
    done_usdt: format(history.usdt),
    rejected_count: history.rejected,
    pending_count: history.pending,
    used_btc: format(btc.used),
    cap_btc: format(btc.cap),
    auto_limit_usdt: format(policy.automaticUsdt),
    two_limit_usdt: format(policy.twoPeopleUsdt),
  };
}

const queue = (deps: ResolvedDeps) =>
  ({
    'console/withdrawals': async ({ input, lang }) => {
      const { db } = deps.ctx;
      await store.clearExpiredApprovals(db);
      const states = input.state === undefined ? undefined : [input.state];
      const filter = { states, type: input.type, user: input.uid as Withdrawal['user'] | undefined };
      const oldestFirst = input.state !== undefined && OPEN.has(input.state);
      const { rows, total } = await store.readPage(db, filter, input, oldestFirst);
      const view = await rowView(deps, db, lang);
      return pageReply(rows.map(queued(view)), total, input.page, input.limit);
    },
    'console/withdrawal': async ({ input, lang, caller }) => {
      const { db, clock } = deps.ctx;
      await store.clearExpiredApprovals(db);
      const row = (await store.withdrawalById(db, input.id)) ?? refuse('withdrawal_unknown');
      const view = await rowView(deps, db, lang);
      await db.transact((tx) =>
        append(tx, {
          actor: caller.login,
          action: 'look at withdrawal',
          subject: `withdrawal:${row.id}`,
          detail: {},
          at: clock.now(),
        }),
      );
      const card = row.payeeSealed === null ? {} : maskCard(deps.payees.open(row.user, row.payeeSealed));
      return {
        ...queued(view)(row),
        digest: row.digest,
        problem: row.problem,
        payee: { ...card },
        steps: (await store.readSteps(db, row.id)).map((step) => ({ ...stepView(step), by: step.by })),
        single_limit: (await singleLimit(deps, db, caller.login, row)) ?? null,
        facts: await factsOf(deps, row),
        attempts: (await payouts.readAttempts(db, row.id)).map(({ txid, fee, at }) => ({
          txid,
          fee,
          at_ms: at,
        })),
      };
    },
    'console/withdrawal_beneficiary': ({ input: { id }, caller }) =>
      deps.ctx.db.transact(async (tx) => {
        const row = (await store.withdrawalById(tx, id)) ?? refuse('withdrawal_unknown');
        const beneficiary = await deps.travelRule?.read(tx, id);
        await append(tx, {
          actor: caller.login,
          action: 'look at beneficiary',
          subject: `withdrawal:${id}`,
          detail: { user: row.user },
          at: deps.ctx.clock.now(),
        });
        return beneficiary ?? null;
      }),
    'console/withdrawal_approve': ({ input, caller, request }) => approveBy(deps, caller, input, request),
    'console/withdrawal_reject': ({ input, caller }) => rejectBy(deps, caller, input),
    'console/withdrawal_routes': () => routeRows(deps),
    'console/withdrawal_route_change': ({ input, caller }) =>
      deps.ctx.db.transact((tx) => requestRoute(deps, tx, caller, input)),
    'console/withdrawal_thresholds': () => thresholdsView(deps),
    'console/withdrawal_thresholds_change': ({ input, caller }) => requestThresholds(deps, caller, input),
  }) satisfies Partial<Calls>;

/** Balances of the payout address, if a node responds. */
async function fundsOn(deps: ResolvedDeps, network: string, address: string) {
  const chain = chainOf(deps, network);
  if (chain === undefined || address === '' || !('balance' in chain.reader)) return [];
  const height = await chain.reader.height().catch(() => undefined);
  if (height === undefined) return [];
  const funds: { currency: string; amount: string }[] = [];
  for (const asset of chain.assets) {
    const held = await chain.reader.balance([address], asset, height).catch(() => undefined);
    if (held !== undefined)
      funds.push({ currency: asset.code, amount: format(amountOf(held.units, asset.decimals)) });
  }
  return funds;
}

async function networksOf(deps: ResolvedDeps) {
  const { db } = deps.ctx;
  const counts = new Map((await routeStore.countsByNetwork(db)).map((row) => [row.network, row]));
  const halts = new Map((await routeStore.readHalts(db)).map((row) => [row.network, row]));
  const halted = await haltedNetworks(deps, db);
  const signer = await deps.signing?.status().catch(() => undefined);
  return Promise.all(
    (await routeStore.routeNetworks(db)).map(async (network) => {
      const address = signer?.payoutAddresses[network] ?? '';
      return {
        network,
        connected: network === 'card' || chainOf(deps, network) !== undefined,
        halted: halted.has(network),
        halt_reason: halts.get(network)?.reason ?? '',
        waiting: counts.get(network)?.waiting ?? 0,
        under_way: counts.get(network)?.underWay ?? 0,
        signer: network === 'card' ? 'none' : signer === undefined ? 'not reached' : 'ready',
        funds: await fundsOn(deps, network, address),
        payout_address: address,
      };
    }),
  );
}

const networks = (deps: ResolvedDeps) =>
  ({
    'console/withdrawal_networks': () => networksOf(deps),
    'console/withdrawals_vanished': () => listVanished(deps),
    'console/withdrawal_again': ({ input, caller }) => requestAgain(deps, caller, input),
  }) satisfies Partial<Calls>;

const bank = (deps: ResolvedDeps) =>
  ({
    'console/withdrawal_export': ({ input, caller }) => exportBatch(deps, caller, input.type, input.currency),
    'console/withdrawal_batches': async ({ input }) => {
      const { rows, total } = await batches.readBatches(deps.ctx.db, input);
      const codes = new Map((await deps.ledger.currencies(deps.ctx.db)).map(({ id, code }) => [id, code]));
      const view = rows.map((row) => ({
        id: row.id,
        type: row.type,
        currency_name: codes.get(row.currency) ?? '',
        count: row.count,
        open: row.open,
        total: format(row.total),
        by: row.by,
        created_at: wireTime(row.at),
        created_ms: row.at,
      }));
      return pageReply(view, total, input.page, input.limit);
    },
    'console/withdrawal_batch_file': ({ input, caller }) => batchFile(deps, caller, input.id, input.format),
    'console/withdrawal_executed': ({ input, caller }) => requestExecuted(deps, caller, input),
    'console/withdrawal_returned': ({ input, caller }) => requestReturned(deps, caller, input),
  }) satisfies Partial<Calls>;

/** Handlers of the console's calls about withdrawals. */
export const operatorHandlers = (deps: ResolvedDeps) => ({
  ...queue(deps),
  ...networks(deps),
  ...bank(deps),
});
