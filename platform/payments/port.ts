import type { Amount } from '@karat/money';

/** A payment on the provider's page. */
export interface PaymentRequest {
  /** Order number on both sides. */
  readonly reference: string;
  readonly method: 'card' | 'third_party';
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  /** Address of the page after the payment. */
  readonly returnTo: string;
  readonly lang: string;
}

/** An event of a payment, reported by the provider. */
export interface PaymentEvent {
  /** The provider's number of the event: a repeated event has the same number. */
  readonly id: string;
  readonly kind: 'succeeded' | 'failed' | 'refunded';
  /** The provider's number of the payment; one order may have several attempts. */
  readonly payment: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
}

/** A provider of card and similar payments. */
export interface PaymentProvider {
  readonly name: string;
  /** True if no real money is paid; shown wherever it is offered. */
  readonly simulated: boolean;
  readonly methods: readonly PaymentRequest['method'][];
  /** Returns the address of the payment page of an order. */
  start(request: PaymentRequest): Promise<string>;
  /** Refunds a payment; the same key again has no further effect. An event reports the result. */
  refund(refund: {
    readonly key: string;
    readonly payment: string;
    readonly reference: string;
    readonly amount: Amount;
    readonly currency: string;
  }): Promise<void>;
  /** Returns the event of a webhook; undefined unless it is signed by the provider and at most five minutes old. */
  read(signature: string | undefined, body: Uint8Array, now: number): PaymentEvent | undefined;
}
