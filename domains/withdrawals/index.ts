/** Money that goes out: requests, risk, approvals, the signer, broadcast. */
export { withdrawalsMessages } from './messages.ts';
