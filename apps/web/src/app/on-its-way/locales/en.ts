import type { Messages } from '../../../lib/text.ts';

export default {
  badge: 'On its way',
  promise: 'It opens when it really works, and not before.',
  screen_title: 'This screen',
  screen_text: 'It is being built right now.',
  to_market: 'See the markets',
  to_assets: 'My assets',
  to_setting: 'Settings',
} as const satisfies Messages;
