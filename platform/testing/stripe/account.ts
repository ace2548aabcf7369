import { BALANCE_TRANSACTION, CHARGE, DISPUTE, EVENT, INTENT, REFUND, SESSION } from './examples.ts';

/** An event as the account would deliver it. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

interface Session {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly intentMetadata: Readonly<Record<string, string>>;
  readonly url: string;
  readonly successUrl: string;
  status: 'open' | 'complete' | 'expired';
  intent: string | null;
}

interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  refunded: number;
}

interface Dispute {
  readonly id: string;
  readonly intent: Intent;
  readonly amount: number;
  readonly reason: string;
  readonly created: number;
  status: string;
  transactions: { id: string; amount: number; fee: number }[];
  evidence: Record<string, string>;
  submissions: number;
}

/** A refusal in Stripe's shape. */
export class StripeFault extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  constructor(status: number, type: string, code?: string) {
    super(code ?? type);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

/** 2.9 % and 30 units, rounded to whole units. */
const feeOf = (amount: number): number => Math.round((amount * 29) / 1_000) + 30;

const missing = (param: string): StripeFault =>
  new StripeFault(400, 'invalid_request_error', `parameter_missing: ${param}`);

/** An account in memory: pages, payments, refunds and disputes, with the events that they cause. */
export class StripeAccount {
  readonly events: StripeEvent[] = [];
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly disputes = new Map<string, Dispute>();
  /** Address of the server, for links to its pages. */
  origin = '';
  readonly #now: () => number;
  #last = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  #id(prefix: string): string {
    this.#last += 1;
    return `${prefix}_test_${String(this.#last).padStart(12, '0')}`;
  }
  get #seconds(): number {
    return Math.floor(this.#now() / 1_000);
  }
  #emit(type: string, object: Readonly<Record<string, unknown>>): StripeEvent {
    const event = { ...EVENT, id: this.#id('evt'), created: this.#seconds, type, data: { object } };
    this.events.push(event);
    return event;
  }

  /** Makes a page from the fields of a form, as `POST /v1/checkout/sessions` does. */
  makeSession(form: URLSearchParams): Readonly<Record<string, unknown>> {
    const field = (name: string): string => {
      const value = form.get(name);
      if (value === null || value === '') throw missing(name);
      return value;
    };
    if (field('mode') !== 'payment') throw missing('mode');
    const units = field('line_items[0][price_data][unit_amount]');
    const currency = field('line_items[0][price_data][currency]');
    if (!/^[1-9][0-9]{0,11}$/.test(units) || !/^[a-z]{3}$/.test(currency))
      throw new StripeFault(400, 'invalid_request_error', 'parameter_invalid_integer');
    field('line_items[0][price_data][product_data][name]');
    field('line_items[0][quantity]');
    const id = this.#id('cs');
    const session: Session = {
      id,
      reference: field('client_reference_id'),
      amount: Number(units),
      currency,
      intentMetadata: { reference: form.get('payment_intent_data[metadata][reference]') ?? '' },
      url: `${this.origin}/c/pay/${id}`,
      successUrl: field('success_url'),
      status: 'open',
      intent: null,
    };
    this.sessions.set(id, session);
    return this.showSession(id);
  }

  /** `isExpanded`: with the payment in full instead of its id. */
  showSession(id: string, isExpanded = false): Readonly<Record<string, unknown>> {
    const { status, reference, amount, currency, intent, url } = this.#session(id);
    const paid = intent === null ? undefined : this.intents.get(intent);
    return {
      ...SESSION,
      id,
      status,
      payment_status: intent === null ? 'unpaid' : 'paid',
      payment_intent: isExpanded && paid ? this.#showIntent(paid, 'succeeded') : intent,
      amount_subtotal: amount,
      amount_total: amount,
      currency,
      client_reference_id: reference,
      metadata: { reference },
      created: this.#seconds,
      expires_at: this.#seconds + 86_400,
      url: status === 'open' ? url : null,
    };
  }
  #session(id: string): Session {
    const found = this.sessions.get(id);
    if (!found) throw new StripeFault(404, 'invalid_request_error', 'resource_missing');
    return found;
  }

  expire(id: string): Readonly<Record<string, unknown>> {
    const session = this.#session(id);
    if (session.status !== 'open') throw new StripeFault(400, 'invalid_request_error');
    session.status = 'expired';
    const shown = this.showSession(id);
    this.#emit('checkout.session.expired', shown);
    return shown;
  }

  /** A payer pays on a page: `amount` differs only to try what the exchange does then. */
  pay(id: string, paid: { readonly amount?: number; readonly currency?: string } = {}): Intent {
    const session = this.#session(id);
    if (session.status !== 'open') throw new StripeFault(400, 'invalid_request_error');
    const intent: Intent = {
      id: this.#id('pi'),
      amount: paid.amount ?? session.amount,
      currency: paid.currency ?? session.currency,
      metadata: session.intentMetadata,
      refunded: 0,
    };
    this.intents.set(intent.id, intent);
    session.intent = intent.id;
    session.status = 'complete';
    this.#emit('payment_intent.succeeded', this.#showIntent(intent, 'succeeded'));
    this.#emit('charge.succeeded', this.#showCharge(intent));
    this.#emit('checkout.session.completed', this.showSession(id));
    return intent;
  }
  /** A card is declined; the page stays open for another one. */
  decline(id: string): void {
    const { amount, currency, intentMetadata } = this.#session(id);
    const intent = { id: this.#id('pi'), amount, currency, metadata: intentMetadata, refunded: 0 };
    this.#emit('payment_intent.payment_failed', this.#showIntent(intent, 'requires_payment_method'));
  }
  /** Payments whose fee is not known yet. */
  readonly unsettled = new Set<string>();

  /** `isExpanded`: with its charge, and the fee that was kept of it. */
  showPayment(payment: string, isExpanded: boolean): Readonly<Record<string, unknown>> {
    const intent = this.#intent(payment);
    const charge = this.#showCharge(intent);
    const { amount, currency } = intent;
    const fee = feeOf(amount);
    const settled = { ...BALANCE_TRANSACTION, amount, fee, net: amount - fee, currency, source: charge.id };
    return {
      ...this.#showIntent(intent, 'succeeded'),
      latest_charge: isExpanded
        ? { ...charge, balance_transaction: this.unsettled.has(payment) ? null : settled }
        : charge.id,
    };
  }
  #showIntent({ id, amount, currency, metadata }: Intent, status: string) {
    const received = status === 'succeeded' ? amount : 0;
    return { ...INTENT, id, amount, amount_received: received, currency, metadata, status };
  }
  #showCharge({ id, amount, currency, metadata, refunded }: Intent) {
    return {
      ...CHARGE,
      id: `ch_of_${id}`,
      amount,
      amount_captured: amount,
      amount_refunded: refunded,
      refunded: refunded === amount,
      currency,
      metadata,
      payment_intent: id,
    };
  }

  refund(form: URLSearchParams): Readonly<Record<string, unknown>> {
    const intent = this.intents.get(form.get('payment_intent') ?? '');
    if (!intent) throw new StripeFault(404, 'invalid_request_error', 'resource_missing');
    const amount = Number(form.get('amount') ?? intent.amount);
    if (intent.refunded === intent.amount)
      throw new StripeFault(400, 'invalid_request_error', 'charge_already_refunded');
    if (intent.refunded + amount > intent.amount)
      throw new StripeFault(400, 'invalid_request_error', 'amount_too_large');
    if ([...this.disputes.values()].some((dispute) => dispute.intent === intent))
      throw new StripeFault(400, 'invalid_request_error', 'charge_disputed');
    intent.refunded += amount;
    const refund = {
      ...REFUND,
      id: this.#id('re'),
      amount,
      currency: intent.currency,
      charge: `ch_of_${intent.id}`,
      payment_intent: intent.id,
      metadata: { reference: form.get('metadata[reference]') ?? '' },
      status: 'succeeded',
    };
    this.#emit('charge.refunded', this.#showCharge(intent));
    this.#emit('refund.created', refund);
    return refund;
  }
  /** The payer's bank returns a refund. */
  failRefund(payment: string): void {
    const intent = this.#intent(payment);
    const { id, amount, currency, metadata } = intent;
    this.#emit('refund.failed', {
      ...REFUND,
      id: this.#id('re'),
      amount,
      currency,
      payment_intent: id,
      metadata,
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    });
  }
  #intent(payment: string): Intent {
    const found = this.intents.get(payment);
    if (!found) throw new StripeFault(404, 'invalid_request_error', 'resource_missing');
    return found;
  }

  /** A payer disputes a payment; the money is taken at once unless it is an inquiry. */
  dispute(
    payment: string,
    given: { readonly amount?: number; readonly reason?: string; readonly isInquiry?: boolean } = {},
  ): string {
    const intent = this.#intent(payment);
    const dispute: Dispute = {
      id: this.#id('du'),
      intent,
      amount: given.amount ?? intent.amount,
      reason: given.reason ?? 'fraudulent',
      created: this.#seconds,
      status: given.isInquiry === true ? 'warning_needs_response' : 'needs_response',
      transactions: [],
      evidence: {},
      submissions: 0,
    };
    this.disputes.set(dispute.id, dispute);
    this.#emit('charge.dispute.created', this.showDispute(dispute.id));
    if (given.isInquiry !== true) {
      dispute.transactions.push({ id: this.#id('txn'), amount: -dispute.amount, fee: 1_500 });
      this.#emit('charge.dispute.funds_withdrawn', this.showDispute(dispute.id));
    }
    return dispute.id;
  }
  showDispute(id: string): Readonly<Record<string, unknown>> {
    const found = this.#dispute(id);
    const { intent, amount, reason, created, status, transactions, evidence, submissions } = found;
    const dueBy = created + 7 * 86_400;
    return {
      ...DISPUTE,
      id,
      amount,
      currency: intent.currency,
      charge: `ch_of_${intent.id}`,
      payment_intent: intent.id,
      reason,
      status,
      created,
      evidence,
      evidence_details: {
        due_by: dueBy,
        has_evidence: submissions > 0,
        past_due: this.#seconds > dueBy,
        submission_count: submissions,
      },
      balance_transactions: transactions.map((each) => ({
        ...BALANCE_TRANSACTION,
        ...each,
        currency: intent.currency,
        net: each.amount - each.fee,
        source: id,
      })),
    };
  }
  #dispute(id: string): Dispute {
    const found = this.disputes.get(id);
    if (!found) throw new StripeFault(404, 'invalid_request_error', 'resource_missing');
    return found;
  }
  submitEvidence(id: string, form: URLSearchParams): Readonly<Record<string, unknown>> {
    const dispute = this.#dispute(id);
    if (dispute.submissions > 0 || !dispute.status.endsWith('needs_response'))
      throw new StripeFault(400, 'invalid_request_error', 'dispute_evidence_already_submitted');
    for (const [name, value] of form) {
      const [, field] = /^evidence\[(\w+)\]$/.exec(name) ?? [];
      if (field !== undefined) dispute.evidence[field] = value;
    }
    if (form.get('submit') === 'true') {
      dispute.submissions += 1;
      dispute.status = dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review';
      this.#emit('charge.dispute.updated', this.showDispute(id));
    }
    return this.showDispute(id);
  }
  /** The payer's bank decides. */
  closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed'): void {
    const dispute = this.#dispute(id);
    dispute.status = status;
    if (status === 'won') {
      dispute.transactions.push({ id: this.#id('txn'), amount: dispute.amount, fee: 0 });
      this.#emit('charge.dispute.funds_reinstated', this.showDispute(id));
    }
    this.#emit('charge.dispute.closed', this.showDispute(id));
  }
  disputesSince(from: number): Readonly<Record<string, unknown>>[] {
    return [...this.disputes.values()]
      .filter(({ created }) => created >= from)
      .toReversed()
      .map(({ id }) => this.showDispute(id));
  }
}
