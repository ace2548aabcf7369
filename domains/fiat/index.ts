/** Buying coins with fiat money. */
export { fiatMessages } from './messages.ts';
export { fiatNotices } from './notices.ts';
