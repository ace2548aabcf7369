import type { Log } from '@karat/platform/log';
import type { Metrics, Outcome } from '@karat/platform/metrics';
import type { Answer } from './envelope.ts';
import type { AuthenticatedCaller } from './auth-guard.ts';
import { coarseNetworkOf } from './network.ts';

/** A handled request. */
export interface RequestRecord {
  readonly call: string;
  readonly id: string;
  readonly address: string;
  readonly caller: AuthenticatedCaller;
  readonly answer: Answer;
  readonly outcome: Outcome;
  readonly seconds: number;
}

export type RequestLog = (record: RequestRecord) => void;

/** Counts and logs handled requests of every transport. */
export type RequestObserver = (record: Omit<RequestRecord, 'outcome'>) => void;

const SLOW_S = 1;
const US_PER_S = 1_000_000;

const callerOf = (caller: AuthenticatedCaller): object =>
  caller === undefined ? {} : 'userId' in caller ? { user: caller.userId } : { operator: caller.operatorId };

/**
 * Returns a function that writes one line for a request: one of `sample` successful and refused ones, every failed one, and every
 * one above a second. Lines have ids and the network of the caller, never input, names or whole addresses.
 */
export function createRequestLog(log: Log, sample: number): RequestLog {
  let count = 0;
  return ({ call, id, address, caller, answer, outcome, seconds }) => {
    count += 1;
    if (outcome !== 'failed' && seconds <= SLOW_S && count % sample !== 0) return;
    log.info(
      {
        call,
        request: id,
        ...callerOf(caller),
        network: coarseNetworkOf(address),
        status: answer.status,
        outcome,
        refused: answer.refused,
        ms: Math.round(seconds * US_PER_S) / 1_000,
      },
      'request handled',
    );
  };
}

const outcomeOf = ({ refused, status }: Answer): Outcome =>
  refused === undefined ? 'ok' : status >= 500 ? 'failed' : 'refused';

/** Returns a function that counts a request by call and outcome, and logs it if there is a request log. */
export function createRequestObserver(metrics: Metrics, log: RequestLog | undefined): RequestObserver {
  return (handled) => {
    const record = { ...handled, outcome: outcomeOf(handled.answer) };
    metrics.request(record.call, record.outcome, record.seconds);
    log?.(record);
  };
}
