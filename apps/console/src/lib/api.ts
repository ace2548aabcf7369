import type { Envelope, GetPath, PostPath, ReplyOf, SentTo } from '@karat/contract';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { CallError } from './refusal.ts';
import { setToken, token } from './session.ts';

const TIMEOUT_MS = 60_000;

async function call(path: string, init: RequestInit): Promise<unknown> {
  const sent = token();
  const headers = new Headers({ lang: 'en', ...(sent === null ? {} : { Authorization: sent }) });
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json');
  const response = await fetch(`/api/${path}`, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = (await response.json()) as Envelope<unknown>;
  if (body.type === 'ok') return body.message;
  if (body.type === '999' && token() === sent) setToken(null);
  throw new CallError(body.error, body.message);
}

/** A download; a refusal comes as the usual envelope and is thrown. */
async function download(path: string): Promise<Blob> {
  const sent = token();
  const headers = new Headers({ lang: 'en', ...(sent === null ? {} : { Authorization: sent }) });
  const response = await fetch(`/api/${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response.blob();
  const body = (await response.json()) as Envelope<unknown>;
  if (body.type === 'ok') throw new Error('no file');
  if (body.type === '999' && token() === sent) setToken(null);
  throw new CallError(body.error, body.message);
}

type Fields = Readonly<Record<string, unknown>>;

function query(input: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'number') form.set(name, String(value));
  }
  return form.toString();
}

export const api = {
  file: <P extends GetPath>(path: P, input: SentTo<P>): Promise<Blob> =>
    download(`${path}?${query(input as Fields)}`),
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

/** Reads a call and keeps it; `everyMs` reads it again and again. */
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
