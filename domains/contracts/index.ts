/** Leveraged contracts against the index. */
export { contractsMessages } from './messages.ts';
export { contractsNotices } from './notices.ts';
