import type { Messages } from '../../../lib/text.ts';

export default {
  requested: 'Requested',
  approved: 'Approved',
  signing: 'Being signed',
  signed: 'Signed',
  broadcast: 'On its way',
  exported: 'With the bank',
  confirmed: 'Done',
  rejected: 'Rejected',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Messages;
