/** Where a user may be paid: address book, domestic and international cards. */
export { payeesMessages } from './messages.ts';
