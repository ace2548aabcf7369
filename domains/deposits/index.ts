/** Money that comes in: addresses, chain watchers, vouchers; and whether what the books owe lies on the chains. */
export { custodyAccount } from './custody-account.ts';
export { depositsMessages } from './messages.ts';
export { depositsNotices } from './notices.ts';
