import type { Messages } from '../../../lib/text.ts';

export default {
  enter_amount: 'Enter an amount',
  not_enough: 'Insufficient balance',
  too_precise: 'At most {decimals|one:# decimal|other:# decimals}',
  below_min: 'At least {amount}',
  above_max: 'At most {amount}',
} as const satisfies Messages;
