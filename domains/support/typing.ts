import type { Clock } from '@karat/platform/clock';
import { TYPING_MS } from './rules.ts';

export type Side = 'customer' | 'operator';

/** Who is typing, in memory: a mark is forgotten after five seconds. */
export interface Typing {
  mark(conversation: number, side: Side): void;
  isTyping(conversation: number, side: Side): boolean;
}

const MARKS_MAX = 50_000;

export function createTyping(clock: Clock): Typing {
  const until = new Map<string, number>();
  const dropOld = (now: number): void => {
    for (const [key, end] of until) if (end <= now || until.size >= MARKS_MAX) until.delete(key);
  };
  return {
    mark(conversation, side) {
      const now = clock.now();
      if (until.size >= MARKS_MAX) dropOld(now);
      until.set(`${side}:${conversation}`, now + TYPING_MS);
    },
    isTyping: (conversation, side) => (until.get(`${side}:${conversation}`) ?? 0) > clock.now(),
  };
}
