import {
  API_KEY_CHANNELS,
  CHANNEL_TEXTS,
  CLOSE_CODES,
  PRIVATE_CHANNELS,
  SNAPSHOT_ROWS_MAX,
} from '@karat/contract';
import type { ApiNotes } from '@karat/platform/http';
import { SOCKET_LIMITS } from '@karat/platform/ws';

const PRIVATE: ReadonlySet<string> = new Set(PRIVATE_CHANNELS);
const channels = (isPrivate: boolean): string[] =>
  Object.entries(CHANNEL_TEXTS)
    .filter(([name]) => PRIVATE.has(name) === isPrivate)
    .map(([name, text]) => `\`${name}\`: ${text}`);
const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(', ');

/** Limits of calls, requests a minute. */
export interface CallLimits {
  readonly accountPerMinute: number;
  readonly addressPerMinute: number;
}

/** What the page of the API says besides calls: frames and channels of the socket, and all limits. */
export function apiNotes({ accountPerMinute, addressPerMinute }: CallLimits): ApiNotes {
  const { perAddress, framesPerSecond, subscriptionsPerMinute, calls, frameBytes } = SOCKET_LIMITS;
  return [
    {
      title: 'Realtime',
      lines: [
        'One WebSocket at `/ws` with JSON frames. A client sends:',
        '`{"op":"login","token":"…"}` or `{"op":"login","key","timestamp","nonce","signature"}`. The signature covers `timestamp.nonce`, `GET`, `/ws` and an empty body, each on a line of its own. The reply is `{"op":"login","ok":true}` or a refusal.',
        '`{"op":"sub","ch":["depth:1","orders"]}` and `{"op":"unsub","ch":[…]}`. The reply has `op`, `ok` and `ch`; refused channels come in a reply of their own, with `error`.',
        '`{"op":"call","id":1,"path":"coin/trade","body":{…},"key":"…"}` for every call below but uploads and files; `key` is the idempotency key. The reply is `{"op":"reply","id":1,"type","message","code"}`.',
        '`{"op":"ping"}`, answered by `{"op":"pong"}`.',
        'The server pushes `{"ch","seq","data"}`; `seq` grows by one for each channel and subscription. A slow reader gets merged market data and a new snapshot, and is disconnected before it misses a private frame.',
        `A private channel begins with \`{"ch","seq","snapshot":true,"data"}\`: the state, up to ${SNAPSHOT_ROWS_MAX} rows. Changes that come meanwhile follow it. Rows are the same as in the changes, by their \`id\`. \`"snapshot":false\` in the subscription leaves it out.`,
        'When a session or key ends, the server sends `{"op":"logout","ok":false,"error"}` and private channels are silent.',
      ],
    },
    { title: 'Public channels', lines: channels(false) },
    {
      title: 'Private channels',
      lines: [...channels(true), `An API key may subscribe to ${names(API_KEY_CHANNELS)}.`],
    },
    {
      title: 'Limits',
      lines: [
        `Calls: ${accountPerMinute} a minute for an account, ${addressPerMinute} for a network address without a login, over HTTP and sockets together. Calls with a limit of their own say so below. Above it the refusal is \`too_many_requests\`.`,
        `Sockets: ${perAddress} for a network address; each up to ${SOCKET_LIMITS.channels} channels, ${calls} calls at once, ${framesPerSecond} frames a second and ${frameBytes} bytes a frame. Subscriptions: ${subscriptionsPerMinute} a minute for an account or an address without a login.`,
        `Close codes: ${CLOSE_CODES.restart} the server restarts, reconnect; ${CLOSE_CODES.policy} malformed or too many frames; ${CLOSE_CODES.resync} too slow for private channels, reconnect and load the state; 1009 a frame is too large.`,
      ],
    },
  ];
}
