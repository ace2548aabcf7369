import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { sameText } from '@karat/platform/crypto';
import type { Clock } from '@karat/platform/clock';
import { opaqueToken } from '@karat/platform/random';
import type { Random } from '@karat/platform/random';
import { MAC_HEADERS, macOf } from './mac.ts';
import type { SignRequest, Signed, SignedSweep, SignerStatus, SweepRequest } from './protocol.ts';

/** The signer did not reply, or its reply is not authentic; the state of the signature is unknown. A retry is safe. */
export class SigningUnavailable extends Error {}
/** The signer refused and signed nothing. The message is a code. */
export class SigningRefused extends Error {}

export interface SigningClient {
  /** Signs a payment; the same request again returns the same transaction. */
  sign(asked: SignRequest): Promise<Signed>;
  /** Signs a transfer of a sweep; the same sweep, leg, nonce and attempt again return the same transaction. */
  signSweep(asked: SweepRequest): Promise<SignedSweep>;
  status(): Promise<SignerStatus>;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1_000_000;

interface SignerConnection {
  /** Unix socket of the signer. */
  readonly socketPath: string;
  readonly secret: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > ANSWER_BYTES_MAX) throw new SigningUnavailable('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(
  line: SignerConnection,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath: line.socketPath, path, method: 'POST', headers, timeout: TIMEOUT_MS },
      resolve,
    );
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', (error) => reject(new SigningUnavailable(error.message)));
    sent.end(body);
  });
}

async function ask(line: SignerConnection, path: string, asked: unknown): Promise<unknown> {
  const body = JSON.stringify(asked);
  const time = String(line.clock.now());
  const nonce = opaqueToken(line.random);
  const mac = macOf(line.secret, { direction: 'ask', path, time, nonce, body });
  const headers = { [MAC_HEADERS.time]: time, [MAC_HEADERS.nonce]: nonce, [MAC_HEADERS.mac]: mac };
  const answer = await send(line, path, headers, body);
  const text = await bodyOf(answer);
  const own = macOf(line.secret, { direction: 'answer', path, time, nonce, body: text });
  if (!sameText(String(answer.headers[MAC_HEADERS.mac]), own))
    throw new SigningUnavailable('the answer is not from the signer');
  const read = JSON.parse(text) as { ok?: unknown; refused?: string };
  if (read.refused !== undefined) throw new SigningRefused(read.refused);
  return read.ok;
}

export const createSigningClient = (line: SignerConnection): SigningClient => ({
  sign: (asked) => ask(line, '/sign', asked) as Promise<Signed>,
  signSweep: (asked) => ask(line, '/sweep', asked) as Promise<SignedSweep>,
  status: () => ask(line, '/status', {}) as Promise<SignerStatus>,
});
