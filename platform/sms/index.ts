export { createSms, isSafeWebhook } from './sms.ts';
export type { Sms, SmsOptions } from './sms.ts';
