import { MINUTE_MS } from '@karat/rules';
import { createClock } from './clock.ts';

/** Current time to the minute, unix ms, for "5 minutes ago": one clock for the whole screen. */
export const useNow = createClock(MINUTE_MS);
