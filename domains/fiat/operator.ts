import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { format } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { confirmOrder, limitAbove } from './confirm.ts';
import { requestRefund, dismissLine, rejectOrder } from './decide.ts';
import { requestDiscard } from './discard.ts';
import { disputeStates } from './disputes/store.ts';
import { eventsOf } from './event-store.ts';
import { candidates, readLines } from './line-store.ts';
import type { BankLine } from './line-store.ts';
import type { FiatDeps } from './deps.ts';
import { acceptPart, partReceived, returnPart } from './part.ts';
import { mismatchOf, sameName } from './rules.ts';
import { importStatement } from './statement.ts';
import { latestOf, readStatements } from './statement-store.ts';
import { byReferences, historyOf, orderById, owedOf, queue, sameProof } from './store.ts';
import type { Order } from './store.ts';
import { lineRow, orderDetail, orderRow, statementRow, stateOf } from './views.ts';

type Calls = Handlers<Contract['fiat']>;
type Facts = Reply<Contract['fiat']['console/fiat_order']>;

/** A purchase with the context for its reviewer; the view is written to the audit log. */
async function factsOf(deps: FiatDeps, caller: OperatorCaller, id: number): Promise<Facts> {
  const { db, clock } = deps.ctx;
  const order = (await orderById(db, id)) ?? refuse('fiat_order_unknown');
  await db.transact((tx) =>
    append(tx, {
      actor: caller.login,
      action: 'look at purchase',
      subject: `fiat_order:${id}`,
      detail: { uid: order.user },
      at: clock.now(),
    }),
  );
  const level = await deps.levelOf(db, order.user);
  const name = await deps.verifiedName(db, order.user);
  return {
    ...(await orderDetail(deps, db, order)),
    uid: order.user,
    level,
    limit: format(deps.limits[level]),
    verified_name: name ?? null,
    payer_matches: name === undefined ? null : sameName(name, order.payer.full_name),
    second_person: (await limitAbove(deps, db, caller.login, order)) ?? null,
    lines: (await candidates(db, order)).map((line) => lineFacts(order, line, caller)),
    proof_duplicates: (await sameProof(db, order)).map(({ id: other, user, reference, state }) => ({
      id: other,
      uid: user,
      reference,
      state,
    })),
    history: (await historyOf(db, order.user)).map((row) => ({ ...row, received: format(row.received) })),
    events: (await eventsOf(db, id)).map((event) => ({
      event_id: event.id,
      kind: event.kind,
      amount: format(event.amount),
      outcome: event.outcome,
      at_ms: event.at,
    })),
  };
}

function lineFacts(order: Order, line: BankLine, caller: OperatorCaller): Facts['lines'][number] {
  const isOpen = line.state === 'matched' || line.state === 'unmatched';
  const part = isOpen ? partReceived(order, line) : undefined;
  return {
    ...lineRow(line, mismatchOf(owedOf(order), line)),
    imported_by: line.importedBy,
    own_import: line.importedBy === caller.login,
    part_received: part === undefined ? null : format(part),
  };
}

const readingCalls = (deps: FiatDeps) =>
  ({
    'console/fiat_orders': async ({ input }) => {
      const filter = { state: stateOf(input.status), keyword: input.keyword ?? '' };
      const { rows, total } = await queue(deps.ctx.db, filter, input);
      const disputed = await disputeStates(
        deps.ctx.db,
        rows.map(({ id }) => id),
      );
      const view = rows.map((row) => ({
        ...orderRow(deps, row, disputed.get(row.id) ?? null),
        uid: row.user,
        payer_name: row.payer.full_name,
        proof: row.proof,
        lines: row.lines,
        proof_duplicates: row.duplicates,
      }));
      return pageReply(view, total, input.page, input.limit);
    },
    'console/fiat_order': ({ input, caller }) => factsOf(deps, caller, input.id),
    'console/fiat_accounts': async () => {
      const latest = await latestOf(deps.ctx.db);
      return deps.offers.banks.map(({ account, currency, details }) => {
        const { to, closing } = latest.get(account) ?? {};
        return {
          account,
          currency,
          bank_name: details.bank_name,
          closing: closing ? format(closing) : null,
          closing_day: to ?? null,
        };
      });
    },
    'console/fiat_statements': async ({ input }) => {
      const { rows, total } = await readStatements(deps.ctx.db, input);
      return pageReply(rows.map(statementRow), total, input.page, input.limit);
    },
    'console/fiat_lines': async ({ input }) => {
      const { rows, total } = await readLines(deps.ctx.db, input.state, input);
      const references = rows.flatMap((line) => line.reference ?? []);
      const named = await byReferences(deps.ctx.db, references);
      const orders = new Map(named.map((order) => [order.reference, owedOf(order)]));
      const view = rows.map((line) => lineRow(line, mismatchOf(orders.get(line.reference ?? ''), line)));
      return pageReply(view, total, input.page, input.limit);
    },
  }) satisfies Partial<Calls>;

const decidingCalls = (deps: FiatDeps) =>
  ({
    'console/fiat_confirm': async ({ input, caller, tx }) => {
      const approval = await confirmOrder(deps, tx, caller, { id: input.id, line: input.line_id });
      return { approval };
    },
    'console/fiat_part_accept': async ({ input, caller, tx }) => ({
      approval: await acceptPart(deps, tx, caller, { id: input.id, line: input.line_id }),
    }),
    'console/fiat_part_return': async ({ input, caller, tx }) => {
      await returnPart(deps, tx, caller, { id: input.id, line: input.line_id, note: input.note });
      return 'ok' as const;
    },
    'console/fiat_reject': async ({ input, caller, tx }) => {
      await rejectOrder(deps, tx, caller, { ...input, note: input.note ?? '' });
      return 'ok' as const;
    },
    'console/fiat_refund': async ({ input, caller }) => ({
      approval: await requestRefund(deps, caller, input),
    }),
    'console/fiat_import': async ({ input, caller, file }) => {
      const bytes = file?.bytes ?? refuse('parameter_error', { field: 'file' });
      const done = await importStatement(deps, caller, { ...input, bytes });
      return {
        statement_id: done.statementId,
        lines: done.lines,
        matched: done.matched,
        from: done.statement.from,
        to: done.statement.to,
        opening: format(done.statement.opening),
        closing: format(done.statement.closing),
        currency: done.statement.currency,
      };
    },
    'console/fiat_statement_discard': async ({ input, caller }) => ({
      approval: await requestDiscard(deps, caller, input),
    }),
    'console/fiat_line_aside': async ({ input, caller, tx }) => {
      await dismissLine(deps, tx, caller, input);
      return 'ok' as const;
    },
  }) satisfies Partial<Calls>;

/** Handlers of the console's calls. */
export const operatorCalls = (deps: FiatDeps) => ({ ...readingCalls(deps), ...decidingCalls(deps) });
