export { createAgenda } from './agenda.ts';
export type { WorkAgenda } from './agenda.ts';
export { createPolling } from './polling.ts';
export type { PollTarget, Polling } from './polling.ts';
export { failedWork, forgetDone, retryFailed, schedule, unschedule, workStatus } from './schedule.ts';
export type { DueWork, FailedWork, WorkPayload, WorkStatus } from './schedule.ts';
export { backoffMs, createWorker, errorText } from './worker.ts';
export type { WorkHandler, WorkHandlers, WorkItem, Worker, WorkerOptions } from './worker.ts';
