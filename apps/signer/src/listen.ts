import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { chmodSync, rmSync } from 'node:fs';
import { sameText } from '@karat/platform/crypto';
import { MAC_HEADERS, SKEW_MS_MAX, macOf } from '@karat/platform/signing';
import * as z from 'zod';
import type { SignRequest } from '@karat/platform/signing';
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
const signRequest = z.object({
  attempt: whole.min(1),
  approval,
  terms: z.discriminatedUnion('family', [evm, bitcoin]),
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

/** Messages of the last half minute; each is taken once. */
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
  if (path !== '/sign') throw new Refused('unknown_call');
  const read = signRequest.safeParse(JSON.parse(body));
  if (!read.success) throw new Refused('malformed');
  return signer.sign(JSON.parse(body) as SignRequest);
}

/** Answers over a Unix socket that only its owner may open; every message carries the MAC of the shared key. */
export function listen(
  signer: Signer,
  options: {
    readonly socketPath: string;
    readonly secret: Uint8Array;
    readonly now: () => number;
    readonly log: (line: string) => void;
  },
): Promise<Server> {
  const fresh = createNonces();
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
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
  const server = createServer((request, reply) => {
    answer(request, reply).catch((failure: unknown) => {
      options.log(`failed: ${failure instanceof Error ? failure.message : 'unknown'}`);
      reply.statusCode = 500;
      reply.end();
    });
  });
  rmSync(options.socketPath, { force: true });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.socketPath, () => {
      chmodSync(options.socketPath, 0o600);
      resolve(server);
    });
  });
}
