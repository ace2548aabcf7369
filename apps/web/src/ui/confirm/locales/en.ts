import type { Messages } from '../../../lib/text.ts';

export default {
  pay_password: 'Pay password',
  pay_password_empty: 'Enter your pay password',
  code: 'Authenticator code',
  code_empty: 'Enter the code',
  code_hint: 'Six digits from your app, or a backup code',
  confirm: 'Confirm',
  forgot: 'Forgot pay password?',
  unset: 'Money leaves your account only with your pay password. You have not set one yet.',
  set_up: 'Set a pay password',
  first_payment:
    'You have never paid this recipient. Scammers pose as support, friends or advisers. Once sent, nobody can get the money back.',
  first_payment_accept: 'I know this recipient, and nobody is pressuring me to pay',
} as const satisfies Messages;
