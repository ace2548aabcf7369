import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';

/** Fills of traders that wait to be copied, how many; after the commit. */
export const fillsToCopy: Topic<number> = topic('copytrade.fills');
