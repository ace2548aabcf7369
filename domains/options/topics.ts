import { topic } from '@karat/platform/bus';
import type { Order } from './types.ts';

/** Orders that were accepted, entered or settled, after the commit. */
export const optionsChanged = topic<readonly Order[]>('options.changed');
