export { createPort } from './port.ts';
export type { Channel, Outgoing, Port, Provider } from './port.ts';
export { listOutbox } from './store.ts';
export type { DevMessage } from './store.ts';
