import type { Amount } from '@karat/money';

/** What is to be paid on the provider's page. */
export interface PaymentRequest {
  /** Names the order on both sides. */
  readonly reference: string;
  readonly method: 'card' | 'third_party';
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  /** Where the payer goes afterwards. */
  readonly returnTo: string;
  readonly lang: string;
}

/** What a provider tells of a payment. */
export interface PaymentEvent {
  /** The provider's own number of the event: told again it is the same. */
  readonly id: string;
  readonly kind: 'succeeded' | 'failed' | 'refunded';
  /** The provider's own number of the payment; one order may have several tries. */
  readonly payment: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
}

/** A provider of payments by card and the like. */
export interface PaymentProvider {
  readonly name: string;
  /** Nothing real is paid; said wherever it is offered. */
  readonly simulated: boolean;
  readonly methods: readonly PaymentRequest['method'][];
  /** Address of the page on which the order is paid. */
  start(request: PaymentRequest): Promise<string>;
  /** Gives a payment back; the same key again does nothing more. An event tells when it is done. */
  refund(refund: {
    readonly key: string;
    readonly payment: string;
    readonly reference: string;
    readonly amount: Amount;
    readonly currency: string;
  }): Promise<void>;
  /** The event of a webhook; undefined unless it is signed by the provider and no older than five minutes. */
  read(signature: string | undefined, body: Uint8Array, now: number): PaymentEvent | undefined;
}
