import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Region',
  note: 'Your region decides which products and payment methods are offered. It adds to the rules of your residence and your phone number and never replaces them.',
  suggest: 'Suggest my region',
  suggest_title: 'Suggest a region',
  suggest_text:
    'Karat does not read your GPS position and does not ask your device for it. The region settings of your browser are enough, and they are looked at on this screen only.',
  browser_says: 'Your browser is set to',
  browser_silent: 'Your browser names no region.',
  use: 'Use this region',
  choose: 'Choose myself',
  saved: 'Saved',
} as const satisfies Messages;
