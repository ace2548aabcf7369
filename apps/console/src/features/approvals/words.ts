export const APPROVAL_STATES = ['asked', 'approved', 'refused', 'expired'] as const;
export const APPROVAL_COLOURS = {
  asked: 'blue',
  approved: 'green',
  refused: 'red',
  expired: 'default',
} as const;
