/** Traders and those who copy them. */
export { copytradeMessages } from './messages.ts';
