/** What a bench may know of the server: the texts of its refusals. */
export { messages } from './calls.ts';
