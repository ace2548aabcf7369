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
  demo_note: 'This is a demo. Your account starts with demo money that has no real value.',
  forget: 'Reset password',
  forget_note: 'You will be logged out on all devices.',
  forget_submit: 'Set new password',
  forget_done: 'Your password has been changed. Please log in.',
  totp: 'Authenticator code',
  totp_hint: 'Six digits from your app, or a backup code',
  passkey: 'Log in with a passkey',
  frozen_note: 'This account is frozen.',
  unfreeze: 'Unfreeze account',
  unfreeze_text:
    'Confirm that it is you. Our team reviews the request. Withdrawals stay paused for 24 hours afterwards.',
  unfreeze_submit: 'Send request',
  unfreeze_done: 'Your request was sent',
  forget_factor: 'This account has two-factor authentication. Confirm with it to set the new password.',
  report: 'Not you?',
  report_text:
    'The e-mail or phone of your account was changed. If this was not you, freeze the account now: all devices are logged out, API keys stop working and withdrawals are paused.',
  report_submit: 'Freeze my account',
  report_done: 'Your account is frozen',
  report_next:
    'Nobody can use it now. To unfreeze it, confirm your identity. Our support team can restore your previous e-mail or phone.',
} as const satisfies Messages;
