/** Seconds options against the index. */
export { optionsMessages } from './messages.ts';
