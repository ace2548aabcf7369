import { lookup as resolveName } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import type { RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Context } from '@karat/platform/context';
import { encryptPush } from './encrypt.ts';
import type { PushKeys } from './encrypt.ts';
import { isLocalHost, isPublicAddress, readEndpoint } from './endpoint.ts';
import { createVapid } from './vapid.ts';

export interface PushOptions {
  /** Private VAPID key, 32 bytes. */
  readonly secret: Uint8Array;
  /** Contact for push services, `mailto:` or `https:`. */
  readonly contact: string;
  /** Allowed push services; see `readEndpoint`. */
  readonly hosts: readonly string[];
}

/** Where a browser receives messages. */
export interface PushTarget extends PushKeys {
  readonly endpoint: string;
}

export interface PushMessage {
  readonly text: string;
  /** How long the push service stores it for a browser that is not connected, seconds. */
  readonly ttlS: number;
  /** Urgency, RFC 8030. */
  readonly urgency: 'normal' | 'high';
}

/** Web Push to browsers. */
export interface Push {
  /** VAPID key, base64url; browsers bind their subscriptions to it. */
  readonly publicKey: string;
  /** Whether an address is that of an allowed push service. */
  accepts(endpoint: string): boolean;
  /** Hands a message to the push service. `gone`: the subscription has ended. Throws if the service did not accept it. */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>;
}

const TIMEOUT_MS = 5_000;
/** Status of an ended subscription. */
const ENDED = new Set([404, 410]);

/** Resolves a name to public addresses only, at the moment of the connection. */
const publicLookup: LookupFunction = (host, options, callback) => {
  resolveName(host, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (error) callback(error, '', 4);
    else if (!first) callback(new Error('the push service has no public address'), '', 4);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Posts a body and returns the status; the body of the reply is ignored. Redirects are not followed. */
function post(url: URL, headers: Readonly<Record<string, string>>, body: Buffer): Promise<number> {
  const isLocal = isLocalHost(url.hostname);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    agent: false,
    ...(isLocal ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options, (reply) => {
      reply.destroy();
      resolve(reply.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(body);
  });
}

export function createPush(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  { secret, contact, hosts }: PushOptions,
): Push {
  const vapid = createVapid(secret, contact);
  return {
    publicKey: vapid.publicKey,
    accepts: (endpoint) => readEndpoint(endpoint, hosts) !== undefined,
    async send(target, { text, ttlS, urgency }) {
      const url = readEndpoint(target.endpoint, hosts);
      // A service that is no longer allowed is as good as gone.
      if (!url) return 'gone';
      const body = encryptPush(Buffer.from(text), target, { key: random.bytes(32), salt: random.bytes(16) });
      const status = await post(
        url,
        {
          authorization: vapid.authorization(url.origin, clock.now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlS),
          urgency,
        },
        body,
      );
      if (ENDED.has(status)) return 'gone';
      if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
      return 'sent';
    },
  };
}
