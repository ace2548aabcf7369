export type { PaymentEvent, PaymentProvider, PaymentRequest } from './port.ts';
export { SIMULATOR_HEADERS, simulatorPage } from './page.ts';
export { readSigned, signed } from './signature.ts';
export { createPaymentSimulator } from './simulator.ts';
export type { PaymentSimulator } from './simulator.ts';
