/** Traders and those who copy them. */
export { copytradeMessages } from './messages.ts';
export { copytradeNotices } from './notices.ts';
