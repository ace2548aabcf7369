import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { format } from '@karat/money';
import { ChainUnavailable } from '@karat/platform/chains';
import type { Handlers } from '@karat/platform/http';
import { compareNetwork } from './custody.ts';
import * as custody from './custody-store.ts';
import { before } from './cursor.ts';
import { codesOf } from './http.ts';
import { listDeposits } from './log-store.ts';
import type { ResolvedDeps } from './deps.ts';
import { methodRows, requestMethod } from './method-terms.ts';
import { readMethods } from './methods.ts';
import { differenceOf } from './rules.ts';
import { requestCredit, rejectVoucher } from './voucher.ts';
import * as vouchers from './voucher-store.ts';
import type { Voucher } from './voucher-store.ts';
import { depositView } from './views.ts';

type Calls = Handlers<Contract['deposits']>;
type OperatorCalls = Omit<
  Pick<Calls, Extract<keyof Calls, `console/${string}`>>,
  'console/sweeping' | 'console/sweeps'
>;
type VoucherView = Reply<Contract['deposits']['console/vouchers']>['data'][number];
type CustodyView = Reply<Contract['deposits']['console/custody']>;

/** Returns vouchers with the context that a reviewer needs. */
async function voucherViews(deps: ResolvedDeps, rows: readonly Voucher[]): Promise<VoucherView[]> {
  const { db } = deps.ctx;
  const codeOf = await codesOf(deps);
  const same = await vouchers.twins(
    db,
    rows.flatMap(({ imageHash }) => (imageHash ? [imageHash] : [])),
  );
  const records = await vouchers.records(
    db,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => {
    const record = records.find(({ uid }) => uid === row.userId);
    return {
      id: row.id,
      uid: row.userId,
      currency_name: codeOf(row.currency),
      amount: format(row.amount),
      account: row.account,
      image: row.image,
      status: row.status,
      asked: row.approvalId !== null,
      reason: row.reason,
      note: row.note,
      created_ms: row.createdMs,
      duplicates: same
        .filter(({ hash, id }) => id !== row.id && hash === row.imageHash?.toString('hex'))
        .map(({ id, uid, status }) => ({ id, uid, status })),
      approved_before: record?.approved ?? 0,
      rejected_before: record?.rejected ?? 0,
    };
  });
}

async function custodyView(deps: ResolvedDeps): Promise<CustodyView> {
  const { db } = deps.ctx;
  const [watchers, halts, rows] = [
    await custody.watchers(db),
    await custody.halts(db),
    await custody.compared(db),
  ];
  const currencies = await deps.ledger.currencies(db);
  const methods = await readMethods(deps, db);
  return {
    networks: [...deps.open.values()].map((on) => {
      const watcher = watchers.find(({ network }) => network === on.id);
      const halt = halts.find(({ network }) => network === on.id);
      return {
        network: on.id,
        network_name: on.name,
        connected: on.chain !== undefined,
        height: watcher?.nodeHeight ?? null,
        scanned: watcher?.height ?? null,
        failure: watcher?.failure ?? null,
        seen_ms: watcher?.seenMs ?? null,
        halted: halt !== undefined,
        halted_reason: halt?.reason ?? '',
        halted_ms: halt?.sinceMs ?? null,
      };
    }),
    balances: currencies.flatMap((currency) =>
      methods.of(currency.code).map((method) => {
        const row = rows.find((each) => each.network === method.network && each.currency === currency.id);
        return {
          network: method.network,
          network_name: deps.open.get(method.network)?.name ?? method.network,
          currency_name: currency.code,
          tolerance: format(method.tolerance),
          booked: row ? format(row.booked) : '0',
          unbooked: row ? format(row.unbooked) : '0',
          outgoing: row ? format(row.outgoing) : '0',
          chain: row ? format(row.chain) : null,
          difference: row ? format(differenceOf(row)) : null,
          height: row?.height ?? null,
          checked_ms: row?.checkedMs ?? null,
          matches: row?.matches ?? null,
        };
      }),
    ),
  };
}

/** Handlers of the console's calls about deposits. */
export const operatorHandlers = (deps: ResolvedDeps): OperatorCalls => ({
  'console/deposits': async ({ input }) => {
    const { uid, network, state, limit } = input;
    const rows = await listDeposits(deps.ctx.db, {
      uid,
      network,
      state,
      before: before(input.cursor),
      limit,
    });
    const codeOf = await codesOf(deps);
    const next = rows.length === limit ? String(rows.at(-1)?.id ?? '') : null;
    return { data: rows.map((row) => depositView(row, codeOf)), next };
  },
  'console/vouchers': async ({ input }) => {
    const { rows, total } = await vouchers.vouchers(
      deps.ctx.db,
      { status: input.status, uid: input.uid },
      input,
    );
    return pageReply(await voucherViews(deps, rows), total, input.page, input.limit);
  },
  'console/voucher_credit': async ({ input, caller }) => ({
    approval: await requestCredit(deps, caller, input.id, input.reason),
  }),
  'console/voucher_reject': async ({ input, caller }) => {
    await rejectVoucher(deps, caller, { id: input.id, reason: input.reason, note: input.note ?? '' });
    const row = (await vouchers.voucherById(deps.ctx.db, input.id)) ?? refuse('voucher_unknown');
    const [view] = await voucherViews(deps, [row]);
    return view ?? refuse('voucher_unknown');
  },
  'console/deposit_methods': () => methodRows(deps),
  'console/deposit_method_change': ({ input, caller }) =>
    deps.ctx.db.transact((tx) => requestMethod(deps, tx, caller, input)),
  'console/custody': () => custodyView(deps),
  'console/custody_check': async ({ input }) => {
    const on = deps.open.get(input.network);
    if (!on?.chain) return refuse('deposit_unavailable');
    try {
      return { matches: await compareNetwork(deps, on, on.chain) };
    } catch (failure) {
      if (failure instanceof ChainUnavailable) return refuse('unavailable');
      throw failure;
    }
  },
});
