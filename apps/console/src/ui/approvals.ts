import type { ReplyOf } from '@karat/contract';

/** A request of one operator that another decides. */
export type Approval = ReplyOf<'console/approvals'>['data'][number];

export const APPROVAL_STATES = ['asked', 'approved', 'refused', 'expired'] as const;
export const APPROVAL_COLOURS = {
  asked: 'blue',
  approved: 'green',
  refused: 'red',
  expired: 'default',
} as const;
