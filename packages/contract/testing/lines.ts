import { rightOf } from '../src/call.ts';
import type { Call } from '../src/call.ts';

/** What decides who may make a call, how often and with which effect, on one line. */
export function lineOf(path: string, call: Call): string {
  const { method, who, effect, perMinute, rateClass, upload } = call;
  const callers = typeof who === 'string' ? who : `operator(${who.operator.toSorted().join(',')})`;
  return [
    path,
    method,
    callers,
    effect,
    ...(rightOf(call) === undefined ? [] : [`key:${rightOf(call)}`]),
    ...(perMinute === undefined ? [] : [`${perMinute}/min${rateClass === undefined ? '' : ` ${rateClass}`}`]),
    ...(upload === undefined ? [] : [`file:${upload}`]),
  ].join(' ');
}
