import { topic } from '@karat/platform/bus';
import type { PositionEvent } from './margin-account.ts';

/** What was done to positions, after its commit. */
export const positionEvents = topic<readonly PositionEvent[]>('contracts.deeds_done');
