import type { Envelope, GetPath, PostPath, ReplyOf, SentTo } from '@karat/contract';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { CallError, NoAnswer } from './refusal.ts';
import { deviceToken, setToken, token } from './session.ts';

const TIMEOUT_MS = 60_000;

/**
 * Sends with the session of this tab; distinguishes an unreachable server, and replies of something else, from a
 * refusal.
 */
async function send(address: string, init: RequestInit, headers: Headers): Promise<Response> {
  const sent = token();
  if (sent !== null) headers.set('Authorization', sent);
  const device = deviceToken();
  if (device !== null) headers.set('X-Karat-Device', device);
  try {
    return await fetch(address, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new NoAnswer('The server cannot be reached. Check the connection and try again.');
  }
}

async function envelopeOf(response: Response, sent: string | null): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  if (body === undefined) throw new NoAnswer(`The server is not well (HTTP ${response.status}). Try again.`);
  const envelope = body as Envelope<unknown>;
  if (envelope.type === 'ok') return envelope.message;
  if (envelope.type === '999' && token() === sent) setToken(null, true);
  throw new CallError(envelope.error, envelope.message);
}

async function call(path: string, init: RequestInit): Promise<unknown> {
  const sent = token();
  const headers = new Headers({ lang: 'en' });
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json');
  return envelopeOf(await send(`/api/${path}`, init, headers), sent);
}

/** Downloads a file; a refusal arrives as the usual envelope and is thrown. */
async function download(path: string): Promise<Blob> {
  const sent = token();
  const response = await send(`/api/${path}`, {}, new Headers({ lang: 'en' }));
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response.blob();
  await envelopeOf(response, sent);
  throw new NoAnswer('The server sent no file. Try again.');
}

type Fields = Readonly<Record<string, unknown>>;

function query(input: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      form.set(name, String(value));
  }
  return form.toString();
}

export const api = {
  file: <P extends GetPath>(path: P, input: SentTo<P>): Promise<Blob> =>
    download(`${path}?${query(input as Fields)}`),
  /** Fetches a private file by the address of a reply. */
  kept: async (address: string): Promise<Blob> => {
    const response = await send(address, {}, new Headers());
    if (!response.ok) throw new NoAnswer('The file cannot be loaded.');
    return response.blob();
  },
  get: <P extends GetPath>(path: P, input: SentTo<P>): Promise<ReplyOf<P>> =>
    call(`${path}?${query(input as Fields)}`, { method: 'GET' }) as Promise<ReplyOf<P>>,
  upload: <P extends PostPath>(path: P, input: SentTo<P>, file: File): Promise<ReplyOf<P>> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(input as Fields)) body.set(name, String(value));
    body.set('file', file);
    return call(path, { method: 'POST', body }) as Promise<ReplyOf<P>>;
  },
  post: <P extends PostPath>(path: P, input: SentTo<P>): Promise<ReplyOf<P>> =>
    call(path, { method: 'POST', body: JSON.stringify(input) }) as Promise<ReplyOf<P>>,
};

/** Reads a call; `everyMs` polls it. */
export const useCall = <P extends GetPath>(
  path: P,
  input: SentTo<P>,
  everyMs?: number,
): UseQueryResult<ReplyOf<P>> =>
  useQuery({
    queryKey: [path, input],
    queryFn: () => api.get(path, input),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
