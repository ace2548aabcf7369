import type { AlertKind, AlertRepeat } from '@karat/contract';
import type { AllReplies } from '../../lib/calls.ts';

export type Alert = AllReplies['alert/list']['data'][number];

export const KINDS = ['price', 'rise_24h', 'fall_24h'] as const satisfies readonly AlertKind[];
export const REPEATS = [0, 5, 15, 60, 240, 1_440] as const satisfies readonly AlertRepeat[];

/** Reads that a change of an alert makes outdated. */
export const ALERT_READS = ['alert/list'] as const;
