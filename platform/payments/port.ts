import type { Amount } from '@karat/money';

/** A payment on the provider's page. */
export interface PaymentRequest {
  /** Order number on both sides. */
  readonly reference: string;
  readonly method: 'card' | 'third_party';
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  /** Path of the page after the payment, in the app. */
  readonly returnTo: string;
  readonly lang: string;
}

/** A payment page of a provider. */
export interface PaymentPage {
  readonly url: string;
  /** The provider's number of the page, for a look-up; null if the provider has nothing to look up. */
  readonly session: string | null;
}

/** State of a payment page at its provider. `open`: it may still be paid, or its payment is under way. */
export type PageState =
  | { readonly kind: 'open' }
  | { readonly kind: 'expired' }
  | {
      readonly kind: 'paid';
      readonly payment: string;
      readonly amount: Amount;
      readonly currency: string;
    };

/** Why a payer disputes a payment, in the words of all providers. */
export const DISPUTE_REASONS = [
  'fraudulent',
  'unrecognised',
  'duplicate',
  'not_received',
  'refund_missing',
  'bank',
  'other',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** A dispute as its provider describes it at one moment. */
export interface DisputeFacts {
  /** The provider's number of the dispute. */
  readonly dispute: string;
  readonly status: 'open' | 'won' | 'lost';
  readonly reason: DisputeReason;
  /** Disputed part of the payment, in its currency. */
  readonly amount: Amount;
  readonly currency: string;
  /** Until when evidence is accepted, unix ms; null without a deadline. */
  readonly dueAt: number | null;
  /** Whether the provider has taken the money from the house. */
  readonly isWithdrawn: boolean;
  /** Whether the provider has given it back to the house. */
  readonly isReinstated: boolean;
}

export const PAYMENT_EVENTS = [
  'succeeded',
  'failed',
  'expired',
  'refunded',
  'refund_failed',
  'disputed',
] as const;

/** An event of a payment, reported by the provider. */
export interface PaymentEvent {
  /** The provider's number of the event: a repeated event has the same number. */
  readonly id: string;
  readonly kind: (typeof PAYMENT_EVENTS)[number];
  /** The provider's number of the payment; one order may have several attempts. */
  readonly payment: string;
  /** Null where the provider repeats no order number: the payment identifies the order. */
  readonly reference: string | null;
  readonly amount: Amount;
  readonly currency: string;
  /** With `disputed` only. */
  readonly dispute?: DisputeFacts | undefined;
}

/** A dispute with the payment that it is about. */
export interface PaymentDispute extends DisputeFacts {
  readonly payment: string;
}

/** Evidence of the house against a dispute. */
export interface DisputeEvidence {
  readonly text: string;
  readonly payerName: string;
  readonly payerEmail: string;
}

/** What a provider knows about disputes. */
export interface DisputeDesk {
  /** Returns the disputes opened since a moment (unix ms), newest first, at most some hundreds. */
  since(moment: number): Promise<readonly PaymentDispute[]>;
  find(dispute: string): Promise<PaymentDispute>;
  /** Sends evidence; the same key again has no further effect. */
  submit(dispute: string, evidence: DisputeEvidence, key: string): Promise<void>;
}

/** What a provider kept for itself. */
export interface ProviderFee {
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
}

/** What a provider keeps of payments and takes for disputes. */
export interface FeeDesk {
  /** Undefined while the provider has not settled the payment. Throws ProviderUnavailable. */
  ofPayment(payment: string): Promise<ProviderFee | undefined>;
  /** Undefined while it has taken nothing. Throws ProviderUnavailable. */
  ofDispute(dispute: string): Promise<ProviderFee | undefined>;
}

/** Whether the outcome of a request to a provider is unknown: it is looked up, or repeated with the same key. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** A provider has refused a request, definitely: nothing has happened, and the same request is refused again. */
export class ProviderRefusal extends Error {
  override readonly name: string = 'ProviderRefusal';
}

/** Pages that a provider keeps. */
export interface PageDesk {
  /** Returns the state of a page. Throws ProviderUnavailable. */
  stateOf(session: string): Promise<PageState>;
  /** Closes an open page, so that nobody pays on it; a page that is paid or closed stays as it is. */
  close(session: string): Promise<void>;
}

/** A provider of card and similar payments. */
export interface PaymentProvider {
  readonly name: string;
  /** True if no real money is paid; shown wherever it is offered. */
  readonly simulated: boolean;
  readonly methods: readonly PaymentRequest['method'][];
  /**
   * Returns the payment page of an order: one page per reference, however often it is requested. Throws
   * ProviderUnavailable.
   */
  start(request: PaymentRequest): Promise<PaymentPage>;
  /** Undefined for a provider that keeps no pages to look up. */
  readonly pages: PageDesk | undefined;
  /** Refunds a payment; the same key again has no further effect. An event reports the result. */
  refund(refund: {
    readonly key: string;
    readonly payment: string;
    readonly reference: string;
    readonly amount: Amount;
    readonly currency: string;
  }): Promise<void>;
  /** Undefined for a provider whose payments cannot be disputed. */
  readonly disputes: DisputeDesk | undefined;
  /** Undefined for a provider without fees. */
  readonly fees: FeeDesk | undefined;
  /**
   * Returns the event of a webhook, `ignored` for an event that changes nothing; undefined unless it is signed by the
   * provider and at most five minutes old.
   */
  read(signature: string | undefined, body: Uint8Array, now: number): PaymentEvent | 'ignored' | undefined;
}
