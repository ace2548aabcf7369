import type { ReplyOf } from '@karat/contract';

/** What one operator asked for and another decides on. */
export type Approval = ReplyOf<'console/approvals'>['data'][number];

export const APPROVAL_STATES = ['asked', 'approved', 'refused', 'expired'] as const;
export const APPROVAL_COLOURS = {
  asked: 'blue',
  approved: 'green',
  refused: 'red',
  expired: 'default',
} as const;
