import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Get the app',
  lead: 'Karat on your home screen',
  text: 'The app is this page: no store, no file from elsewhere, always the newest version.',
  install: 'Install',
  installed: 'Karat is installed on this device',
  by_hand: 'Install by hand',
  step_menu: 'Open the share or browser menu',
  step_add: 'Choose “Add to home screen”',
  step_open: 'Open Karat from its icon',
  gain_fast: 'Opens at once, full screen',
  gain_offline: 'Shows the last figures without a network',
} as const satisfies Messages;
