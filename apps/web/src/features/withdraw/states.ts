import type { AllReplies } from '../../lib/calls.ts';

/** Colour of a withdrawal's state. */
export const INTENTS = {
  requested: 'gold',
  approved: 'info',
  signing: 'info',
  signed: 'info',
  broadcast: 'info',
  exported: 'info',
  confirmed: 'good',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'plain',
} as const satisfies Record<AllReplies['withdrawal/detail']['state'], string>;
