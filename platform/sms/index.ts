export { MICRO, readSmsPrices, smsPrices } from './prices.ts';
export { DEFAULT_SMS_CAPS, createSms, isSafeWebhook } from './sms.ts';
export type { Sms, SmsOptions, SmsSpending } from './sms.ts';
