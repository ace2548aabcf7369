import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a browser decrypts it. */
export interface ReceivedPush {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** A push service and a browser in one: it verifies the server's token and decrypts what it receives (RFC 8291, 8292). */
export interface PushReceiver {
  /** The subscription as the browser hands it to the app. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly received: ReceivedPush[];
  /** Status of the replies. */
  status: number;
  /** Requests that were answered. */
  readonly requests: () => number;
  /** Resolves when there are this many messages. */
  has(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a receiver on this machine that accepts tokens of a public VAPID key, base64url. */
export async function openPushReceiver(publicKey: () => string): Promise<PushReceiver> {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const received: ReceivedPush[] = [];
  const waiting = new Map<number, () => void>();
  let requests = 0;
  let origin = '';
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests += 1;
      reply.writeHead(receiver.status).end();
      if (receiver.status > 299) return;
      verifyToken(request.headers.authorization ?? '', publicKey(), origin);
      received.push({ text: decrypt(Buffer.concat(parts)), headers: request.headers });
      waiting.get(received.length)?.();
    });
  });
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const record = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
    const secret = derive(browser.computeSecret(sender), auth, info, 32);
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      key,
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: PushReceiver = {
    subscription: {
      endpoint: `${origin}/push/${randomBytes(8).toString('hex')}`,
      p256dh: browser.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    received,
    status: 201,
    requests: () => requests,
    has: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.set(count, resolve)),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return receiver;
}

/** Throws for a token that another key has signed, or that is meant for another service. */
function verifyToken(authorization: string, publicKey: string, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/u.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const verifying = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifying, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud?: string };
  if (key !== publicKey || !isSigned || aud !== origin) throw new Error('a push with a wrong token');
}
