import { pino } from 'pino';
import type { DestinationStream } from 'pino';

/** Structured log. Fields hold ids, never names, addresses, personal amounts, tokens or codes. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const SECRET_FIELDS = [
  'password',
  're_password',
  'token',
  'authorization',
  'code',
  'totp',
  'email',
  'phone',
  'user_string',
];

export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    ...(destination ? [destination] : []),
  );

/** Discards everything; for tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
