import type { Code } from './codes.ts';

/** A decimal on the wire. */
export type DecimalText = string;

/** The envelope of every reply. On success `message` is the payload. */
export type Envelope<Payload> =
  | { readonly type: 'ok'; readonly message: Payload; readonly code: 1 }
  | {
      readonly type: 'error' | '999' | '998';
      readonly message: string;
      readonly code: 0;
      readonly error: Code;
      readonly request_id: string;
    };
