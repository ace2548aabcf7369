/** The settings without which production does not start. */
export const PRODUCTION = {
  KARAT_MODE: 'production',
  KARAT_SIGNING_KEY: 'a'.repeat(64),
  KARAT_HASH_KEY: 'b'.repeat(64),
  KARAT_SMTP_URL: 'smtp://mail.example',
  KARAT_MAIL_FROM: 'Karat <no-reply@karat.example>',
  KARAT_SMS_URL: 'https://sms.example/send',
  KARAT_PASSKEY_ORIGINS: 'https://karat.example',
} as const;
