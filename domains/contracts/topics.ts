import { topic } from '@karat/platform/bus';
import type { Deed } from './desk.ts';

/** What was done to positions, after its commit. */
export const deedsDone = topic<readonly Deed[]>('contracts.deeds_done');
