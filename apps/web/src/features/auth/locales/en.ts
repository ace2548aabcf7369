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
} as const satisfies Messages;
