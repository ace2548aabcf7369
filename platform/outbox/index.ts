export { createConsumer, createRelay } from './consume.ts';
export type { Consumer, ConsumerOptions, EventHandler } from './consume.ts';
export { emitToOthers, sharedTopics } from './others.ts';
export { applyRetention, startRetention } from './retention.ts';
export { emit, blockedConsumers, consumerLag, pruneOutbox } from './store.ts';
export type { EventPayload, OutboxEvent } from './store.ts';
