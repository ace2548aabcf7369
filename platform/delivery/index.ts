export { createPort } from './port.ts';
export type { Channel, Outgoing, Port, Provider } from './port.ts';
export { listOutbox, outgoingStatus } from './store.ts';
export type { DevMessage, OutgoingStatus } from './store.ts';
