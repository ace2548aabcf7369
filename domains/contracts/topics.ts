import { topic } from '@karat/platform/bus';
import type { PositionEvent } from './position-events.ts';

/** Position events, published after their commit. */
export const positionEvents = topic<readonly PositionEvent[]>('contracts.position_events');
