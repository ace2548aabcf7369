import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Get the app',
  lead: 'Karat on your home screen',
  text: 'Install it from this page: no app store, always the newest version.',
  install: 'Install',
  installed: 'Karat is installed on this device',
  by_hand: 'Install by hand',
  step_menu: 'Open the share or browser menu',
  step_add: 'Choose “Add to home screen”',
  step_open: 'Open Karat from its icon',
  gain_fast: 'Opens instantly in full screen',
  gain_offline: 'Shows the latest figures offline',
} as const satisfies Messages;
