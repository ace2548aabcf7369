export type { Channel, Outgoing } from './message.ts';
export { createPort } from './port.ts';
export type { Port, Provider } from './port.ts';
export { listOutbox, outgoingStatus } from './store.ts';
export type { DevMessage, OutgoingStatus } from './store.ts';
