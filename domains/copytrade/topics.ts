import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';

/** Number of traders' fills that wait to be copied; after the commit. */
export const fillsToCopy: Topic<number> = topic('copytrade.fills');
