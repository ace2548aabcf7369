import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Finance',
  lead: 'Terms you can recompute',
  lead_text: 'Every rate, date and penalty is shown before you confirm.',
  recurring_title: 'Recurring buy',
  recurring_text: 'A fixed amount of a coin or a stock, every day, week or month.',
  dual_title: 'Dual investment',
  dual_text: 'A fixed rate, paid in one of two currencies.',
  ieo_title: 'Subscriptions',
  ieo_text: 'New tokens and property funds at their issue price.',
  loans_title: 'Loans',
  loans_text: 'Borrow against what you hold, with clear terms.',
  convert: 'Convert coins now',
} as const satisfies Messages;
