/** Money that comes in: addresses, chain watchers, vouchers. */
export { depositsMessages } from './messages.ts';
