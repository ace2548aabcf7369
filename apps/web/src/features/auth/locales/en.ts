import type { Messages } from '../../../lib/text.ts';

export default {
  language: 'Language',
  login: 'Log in',
  login_title: 'Welcome back',
  login_done: 'Login succeeded',
  no_account: 'New to Karat?',
  forgot: 'Forgot password?',
  register: 'Create account',
  register_title: 'Create your account',
  register_done: 'Registration succeeded',
  have_account: 'Already have an account?',
  rules: 'Rules of operation and compliance',
  invite: 'Invite code (optional)',
  demo_note: 'This is a demonstration: your account starts with demo money, without any worth.',
  forget: 'Reset password',
  forget_note: 'All devices that are logged in will be logged out.',
  forget_submit: 'Set new password',
  forget_done: 'Your password has been changed. Please log in.',
  totp: 'Authenticator code',
  totp_hint: 'Six digits from your app, or a backup code',
  passkey: 'Log in with a passkey',
  frozen_note: 'This account is frozen.',
  unfreeze: 'Open a frozen account',
  unfreeze_text:
    'Prove that it is you. Our people check the request; afterwards withdrawals wait for 24 hours.',
  unfreeze_submit: 'Send request',
  unfreeze_done: 'Your request was sent',
  forget_factor:
    'This account is also protected by a second factor. Confirm with it to set the new password.',
  report: 'Not you?',
  report_text:
    'A contact of your account was changed. If it was not you, freeze the account now: every device is logged out, API keys end and withdrawals stop.',
  report_submit: 'This was not me: freeze my account',
  report_done: 'Your account is frozen',
  report_next:
    'Nobody can use it now. To open it again, prove that it is you; our support team can put your former contact back.',
} as const satisfies Messages;
