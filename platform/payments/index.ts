export { ProviderRefusal, ProviderUnavailable } from './port.ts';
export type {
  DisputeDesk,
  DisputeFacts,
  DisputeReason,
  FeeDesk,
  PageState,
  PaymentPage,
  PaymentDispute,
  PaymentEvent,
  PaymentProvider,
  PaymentRequest,
  ProviderFee,
} from './port.ts';
export { SIMULATOR_HEADERS, simulatorPage } from './page.ts';
export { readSigned, signed } from './signature.ts';
export { createPaymentSimulator } from './simulator.ts';
export type { PaymentSimulator } from './simulator.ts';
export { createStripe } from './stripe/stripe.ts';
export type { StripeOptions } from './stripe/stripe.ts';
