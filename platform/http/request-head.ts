import type { IncomingMessage } from 'node:http';

/** What a call needs of a request besides its body, whichever parser has read it. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>;
