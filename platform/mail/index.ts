export { createMail } from './mail.ts';
export type { Mail, MailOptions } from './mail.ts';
