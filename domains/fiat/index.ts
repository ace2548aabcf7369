/** Fiat purchases of coins: orders, bank statements, payments through providers. */
import type { Contract } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import { expireOrder } from './buyer.ts';
import { FIAT_CONFIRM, fiatConfirm } from './confirm.ts';
import { bookDispute } from './disputes/books.ts';
import { sendEvidence } from './disputes/evidence.ts';
import { FIAT_DISPUTE, fiatDispute } from './disputes/settle.ts';
import { planWatches, watchDisputes } from './disputes/watch.ts';
import { FIAT_DISCARD, fiatDiscard } from './discard.ts';
import { FIAT_REFUND, fiatRefund } from './decide.ts';
import { seedDesk } from './demo.ts';
import { fiatHandlers } from './http.ts';
import { DISPUTE_BOOKS, EVIDENCE, EXPIRE, LOOK_UP, PROVIDER_FEE, REFUND, WATCH } from './deps.ts';
import { bookFee } from './provider-fees.ts';
import type { FiatDeps } from './deps.ts';
import { lookUp } from './look-up.ts';
import { payablePart } from './part.ts';
import { refundPayment, takeWebhook } from './webhook.ts';
import type { Outcome } from './webhook.ts';

export { refusedProofsOf } from './credit-history.ts';
export { fiatRecords } from './records.ts';
export { paidIn, purchasesOf } from './monitored.ts';
export type { PaidPurchase } from './monitored.ts';
export { paidPurchases } from './daily.ts';
export { userPurchases } from './user-records.ts';
export { decidersOf } from './store.ts';
export { hasOpenDispute } from './disputes/store.ts';
export { missingProvider } from './providers.ts';
export { demoOffers } from './demo.ts';
export { fiatMessages } from './messages.ts';
export { fiatNotices } from './notices.ts';
export { NO_OFFERS, readOffers } from './offers.ts';
export type { Offers } from './offers.ts';
export type { FiatDeps } from './deps.ts';
export type { Outcome } from './webhook.ts';

export interface Fiat {
  readonly handlers: Handlers<Contract['fiat']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Due work without network requests. */
  readonly work: WorkHandlers;
  /** Due work with requests to a provider. */
  readonly providerWork: WorkHandlers;
  /** Plans the recurring look at the disputes of providers. */
  start(): Promise<void>;
  /** Processes the raw body of a provider's webhook, with its signature header. */
  webhook(provider: string, signature: string | undefined, body: Uint8Array): Promise<Outcome>;
  /** Funds the coins that the demo sells, once. */
  seedDesk(tx: Tx): Promise<void>;
}

export function createFiat(deps: FiatDeps): Fiat {
  return {
    handlers: fiatHandlers(deps),
    approvals: {
      [FIAT_REFUND]: fiatRefund(deps),
      [FIAT_CONFIRM]: fiatConfirm(deps, payablePart(deps)),
      [FIAT_DISPUTE]: fiatDispute(deps),
      [FIAT_DISCARD]: fiatDiscard(deps),
    },
    work: { [EXPIRE]: expireOrder(deps), [DISPUTE_BOOKS]: bookDispute(deps) },
    providerWork: {
      [REFUND]: refundPayment(deps),
      [LOOK_UP]: lookUp(deps),
      [EVIDENCE]: sendEvidence(deps),
      [PROVIDER_FEE]: bookFee(deps),
      [WATCH]: watchDisputes(deps),
    },
    start: () => planWatches(deps),
    webhook: (provider, signature, body) => takeWebhook(deps, provider, signature, body),
    seedDesk: (tx) => seedDesk(deps.ledger, tx, deps.ctx.clock.now()),
  };
}
