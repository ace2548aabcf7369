import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { format } from '@karat/money';
import { USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import { requestedSubjects } from '@karat/domains/operators';
import { append } from '@karat/platform/audit';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import type { FiatDeps } from '../deps.ts';
import { readExceptions } from '../exception-store.ts';
import type { FiatException } from '../exception-store.ts';
import { closeException, isRefundable } from '../exceptions.ts';
import { orderById, stepsOf } from '../store.ts';
import { submitEvidence } from './evidence.ts';
import { FIAT_DISPUTE, requestSettlement } from './settle.ts';
import { disputeById, queueOfDisputes } from './store.ts';
import { queuedViews } from './views.ts';

type Calls = Handlers<Contract['fiat']>;
type Facts = Reply<Contract['fiat']['console/fiat_dispute']>;
type ExceptionView = Reply<Contract['fiat']['console/fiat_exceptions']>['data'][number];

/** A dispute with what its reviewer needs; the look is written to the audit log. */
async function factsOf(deps: FiatDeps, caller: OperatorCaller, id: number): Promise<Facts> {
  const { db, clock } = deps.ctx;
  const dispute = (await disputeById(db, id)) ?? refuse('fiat_dispute_unknown');
  const order = (await orderById(db, dispute.orderId)) ?? refuse('fiat_dispute_unknown');
  const { user } = dispute;
  await db.transact((tx) =>
    append(tx, {
      ...{ actor: caller.login, action: 'look at dispute', subject: `fiat_dispute:${id}` },
      ...{ detail: { uid: user }, at: clock.now() },
    }),
  );
  const [view] = await queuedViews(db, [dispute]);
  const buyer = await deps.ledger.balance(db, userAccount(user, 'change'), USDT);
  const reserve = await deps.ledger.balance(db, houseAccount('fiat_chargebacks'), USDT);
  const paid = (await stepsOf(db, order.id)).find(({ state }) => state === 'successful');
  const asked = await requestedSubjects(db, FIAT_DISPUTE, clock.now());
  return {
    ...(view ?? refuse('fiat_dispute_unknown')),
    payer_name: order.payer.full_name,
    payer_email: order.payer.email,
    verified_name: (await deps.verifiedName(db, user)) ?? null,
    received: format(order.received),
    paid_ms: paid?.at ?? null,
    available: format(buyer.available),
    reserve: format(reserve.available),
    is_withdrawn: dispute.isWithdrawn,
    is_reinstated: dispute.isReinstated,
    evidence: dispute.evidence,
    evidence_by: dispute.evidenceBy,
    asked: asked.has(`${dispute.reference} dispute ${dispute.id}`),
  };
}

const exceptionView = (found: FiatException): ExceptionView => ({
  id: found.id,
  kind: found.kind,
  provider: found.provider,
  subject: found.subject,
  order_id: found.orderId,
  reference: found.reference,
  uid: found.user,
  amount: format(found.amount),
  currency: found.currency,
  state: found.state,
  refundable: found.state === 'open' && isRefundable(found),
  decided_by: found.decidedBy,
  note: found.note,
  at_ms: found.at,
});

/** Handlers of operators' calls about disputes and exceptions. */
export const disputeCalls = (deps: FiatDeps) =>
  ({
    'console/fiat_disputes': async ({ input }) => {
      const { rows, total } = await queueOfDisputes(deps.ctx.db, input.state, input);
      return pageReply(await queuedViews(deps.ctx.db, rows), total, input.page, input.limit);
    },
    'console/fiat_dispute': ({ input, caller }) => factsOf(deps, caller, input.id),
    'console/fiat_dispute_evidence': async ({ input, caller, tx }) => {
      await submitEvidence(deps, tx, caller, input);
      return 'ok' as const;
    },
    'console/fiat_dispute_settle': async ({ input, caller }) => ({
      approval: await requestSettlement(deps, caller, input),
    }),
    'console/fiat_exceptions': async ({ input }) => {
      const { rows, total } = await readExceptions(deps.ctx.db, input.state, input);
      return pageReply(rows.map(exceptionView), total, input.page, input.limit);
    },
    'console/fiat_exception_close': async ({ input, caller, tx }) => {
      await closeException(deps, tx, caller, input);
      return 'ok' as const;
    },
  }) satisfies Partial<Calls>;
