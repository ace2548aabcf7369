/**
 * Objects of Stripe's API in their published shapes, version 2024-06-20, with made-up ids. The local server fills them
 * with what was requested; fields that nothing reads stay as an account sends them.
 */
export type StripeObject = Readonly<Record<string, unknown>>;

export const SESSION: StripeObject = {
  object: 'checkout.session',
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, status: null },
  billing_address_collection: null,
  consent: null,
  currency_conversion: null,
  custom_fields: [],
  customer: null,
  customer_creation: 'if_required',
  customer_details: null,
  customer_email: null,
  invoice: null,
  livemode: false,
  mode: 'payment',
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  phone_number_collection: { enabled: false },
  recovered_from: null,
  setup_intent: null,
  shipping_cost: null,
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted',
};

export const INTENT: StripeObject = {
  object: 'payment_intent',
  amount_capturable: 0,
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  customer: null,
  invoice: null,
  last_payment_error: null,
  livemode: false,
  next_action: null,
  on_behalf_of: null,
  payment_method_types: ['card'],
  processing: null,
  receipt_email: null,
  setup_future_usage: null,
  shipping: null,
  statement_descriptor: null,
};

export const CHARGE: StripeObject = {
  object: 'charge',
  balance_transaction: 'txn_recorded',
  billing_details: { address: null, email: null, name: null, phone: null },
  captured: true,
  customer: null,
  failure_code: null,
  fraud_details: {},
  livemode: false,
  outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
  paid: true,
  receipt_url: null,
  status: 'succeeded',
};

export const REFUND: StripeObject = {
  object: 'refund',
  balance_transaction: 'txn_recorded',
  destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
};

export const DISPUTE: StripeObject = {
  object: 'dispute',
  evidence: { customer_name: null, customer_email_address: null, uncategorized_text: null },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  network_reason_code: '10.4',
  payment_method_details: { card: { brand: 'visa', network_reason_code: '10.4' }, type: 'card' },
};

/** Money that a dispute takes with its fee, or gives back without it. */
export const BALANCE_TRANSACTION: StripeObject = {
  object: 'balance_transaction',
  exchange_rate: null,
  fee_details: [
    { amount: 1_500, application: null, currency: 'usd', description: 'Dispute fee', type: 'stripe_fee' },
  ],
  status: 'pending',
  type: 'adjustment',
};

export const EVENT: StripeObject = {
  object: 'event',
  api_version: '2024-06-20',
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
};
