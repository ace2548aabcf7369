import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Region',
  note: 'Your region decides which products and payment methods are available, in addition to the rules for your residence and phone number.',
  suggest: 'Suggest my region',
  suggest_title: 'Suggest a region',
  suggest_text:
    'Karat does not use GPS. It only reads the region settings of your browser, and only on this screen.',
  browser_says: 'Your browser is set to',
  browser_silent: 'Your browser has no region set.',
  use: 'Use this region',
  choose: 'Choose myself',
  saved: 'Saved',
} as const satisfies Messages;
