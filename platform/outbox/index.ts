export { createConsumer, createRelay } from './consume.ts';
export type { Consumer, ConsumerOptions, EventHandler } from './consume.ts';
export { keepSmall, startKeepingSmall } from './keep-small.ts';
export { emit, heldUpConsumers, pruneOutbox } from './store.ts';
export type { EventPayload, OutboxEvent } from './store.ts';
