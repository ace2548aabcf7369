import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { sameText } from '@karat/platform/crypto';
import { MAC_HEADERS, SKEW_MS_MAX, macOf } from '@karat/platform/signing';
import * as z from 'zod';
import type { SignRequest, SweepRequest } from '@karat/platform/signing';
import type { Signer } from './signer.ts';
import { Refused } from './transactions.ts';

const BODY_BYTES_MAX = 256 * 1024;
const NONCES_MAX = 10_000;

const whole = z.int().min(0);
const digits = z.string().regex(/^[0-9]{1,40}$/);
const word = z.string().min(1).max(200);
const payment = z.object({
  id: whole,
  type: z.literal(0),
  currency: whole,
  network: word,
  payee: word,
  number: z.string().regex(/^[0-9]+(\.[0-9]+)?$/),
  fee: z.string().regex(/^[0-9]+(\.[0-9]+)?$/),
});
const approval = z.object({
  payment,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  approvals: whole.max(2),
  by: z.array(word).max(4),
  at: whole,
  key: word,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  /** Missing in approvals of versions that signed no time. */
  timed: z.object({ notBefore: whole.nullable(), signature: z.string().regex(/^[0-9a-f]{128}$/) }).optional(),
});
const evm = z.object({
  family: z.literal('evm'),
  chainId: whole,
  nonce: whole,
  gas: digits,
  maxFeePerGas: digits,
  maxPriorityFeePerGas: digits,
  contract: word.optional(),
  decimals: whole.max(30),
});
const input = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  vout: whole,
  units: digits,
  account: z.enum(['deposits', 'house']),
  chain: z.literal([0, 1]),
  index: whole,
});
const bitcoin = z.object({
  family: z.literal('bitcoin'),
  variant: z.enum(['main', 'test', 'regtest']),
  inputs: z.array(input).min(1).max(200),
  fee: digits,
});
const tron = z.object({
  family: z.literal('tron'),
  contract: word,
  decimals: whole.max(30),
  reference: z.object({ height: whole, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  expiration: whole,
  timestamp: whole,
  feeLimit: digits,
});
const signRequest = z.object({
  attempt: whole.min(1),
  approval,
  terms: z.discriminatedUnion('family', [evm, bitcoin, tron]),
});

const sweepRequest = z.object({
  attempt: whole.min(1),
  sweep: z.strictObject({
    id: whole,
    leg: z.enum(['gas', 'collect']),
    network: word,
    index: whole,
    currency: whole,
  }),
  units: digits,
  terms: evm,
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new Refused('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Messages of the last half minute; each is accepted once. */
function createNonces() {
  const seen = new Map<string, number>();
  return (nonce: string, now: number): boolean => {
    for (const [old, at] of seen) {
      if (now - at <= 2 * SKEW_MS_MAX && seen.size < NONCES_MAX) break;
      seen.delete(old);
    }
    if (seen.has(nonce)) return false;
    seen.set(nonce, now);
    return true;
  };
}

async function perform(signer: Signer, path: string, body: string): Promise<unknown> {
  if (path === '/status') return signer.status();
  if (path === '/sweep') {
    const sweep = sweepRequest.safeParse(JSON.parse(body));
    if (!sweep.success) throw new Refused('malformed');
    return signer.signSweep(sweep.data as SweepRequest);
  }
  if (path !== '/sign') throw new Refused('unknown_call');
  const read = signRequest.safeParse(JSON.parse(body));
  if (!read.success) throw new Refused('malformed');
  return signer.sign(JSON.parse(body) as SignRequest);
}

export interface Listening {
  /** Listens again if another process owns the socket path. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly socketPath: string;
  readonly secret: Uint8Array;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

type Answer = (request: IncomingMessage, reply: ServerResponse) => Promise<void>;

/** Handles requests with valid MAC, time and nonce; others get 401 without a body. */
function createAnswer(signer: Signer, options: ListenOptions): Answer {
  const fresh = createNonces();
  return async (request, reply) => {
    const path = request.url ?? '';
    const [time, nonce, mac] = [MAC_HEADERS.time, MAC_HEADERS.nonce, MAC_HEADERS.mac].map((name) =>
      String(request.headers[name] ?? ''),
    ) as [string, string, string];
    const body = await bodyOf(request);
    const now = options.now();
    const ours = macOf(options.secret, { direction: 'ask', path, time, nonce, body });
    const known = sameText(mac, ours) && Math.abs(now - Number(time)) <= SKEW_MS_MAX && fresh(nonce, now);
    if (!known) {
      reply.statusCode = 401;
      reply.end();
      return;
    }
    const text = await perform(signer, path, body).then(
      (ok) => JSON.stringify({ ok }),
      (failure: unknown) => {
        if (!(failure instanceof Refused)) throw failure;
        options.log(`refused: ${failure.message}`);
        return JSON.stringify({ refused: failure.message });
      },
    );
    reply.setHeader(
      MAC_HEADERS.mac,
      macOf(options.secret, { direction: 'answer', path, time, nonce, body: text }),
    );
    reply.end(text);
  };
}

async function openSocket({ socketPath, log }: ListenOptions, answer: Answer): Promise<Server> {
  const server = createServer((request, reply) => {
    answer(request, reply).catch((failure: unknown) => {
      log(`failed: ${failure instanceof Error ? failure.message : 'unknown'}`);
      reply.statusCode = 500;
      reply.end();
    });
  });
  rmSync(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  chmodSync(socketPath, 0o600);
  return server;
}

/** Serves a Unix socket that only its owner may open; every message carries the MAC of the shared key. */
export async function listen(signer: Signer, options: ListenOptions): Promise<Listening> {
  const answer = createAnswer(signer, options);
  let server = await openSocket(options, answer);
  let socket = inodeOf(options.socketPath);
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    if (inodeOf(options.socketPath) === socket) return;
    options.log('its socket was removed; it listens again');
    await closed(server);
    server = await openSocket(options, answer);
    socket = inodeOf(options.socketPath);
  };
  return {
    renew: () => (renewing ??= renew().finally(() => (renewing = undefined))),
    async close() {
      await renewing;
      await closed(server);
    },
  };
}

/** Closing removes whatever file has the socket's name, so it comes before another is opened there. */
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
