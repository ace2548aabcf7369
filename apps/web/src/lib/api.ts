import { beginRequest } from './busy.ts';
import type { GetPath, PostPath, ReplyOf, SentTo } from './calls.ts';
import { callHeaders } from './call-headers.ts';
import { requestKey, takeEarlyReply } from './early-replies.ts';
import { CallError, formOf, payloadOf } from './envelope.ts';
import type { LostTexts } from './envelope.ts';
import { LINE } from './line.ts';
import { go, redirectLater, loginAddress } from './navigation.ts';
import { usePreferences } from './preferences.ts';
import { lookForService } from './service.ts';
import { anySignal } from './signals.ts';
import { closeSession, deviceToken, useSession } from './session.ts';
import { shellText } from './shell-text.ts';
import { textNow } from './text.ts';
import { toast } from './toast.ts';

const TIMEOUT_MS = 60_000;

export interface CallOptions {
  /** The screen shows refusals itself, so no toast. A lost session and a missing verification are always shown. */
  readonly quiet?: boolean;
  /** Idempotency key of calls that move money; the same for every retry. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Token that identifies this device; sent with every call. */
  readonly device?: string | null;
  /** Origin to call instead of the chosen line; empty for the origin of the app. */
  readonly line?: string;
}

/** Side effects of a refusal, such as login redirects. */
function handleCallError(error: CallError, quiet: boolean): void {
  switch (error.kind) {
    case '999': {
      toast(error.message);
      const wanted = go.here();
      closeSession();
      redirectLater(() => loginAddress(wanted, 'replace'));
      return;
    }
    case '998':
      toast(error.message);
      redirectLater(() => go.push('/pages/setting/real'));
      return;
    case 'network':
      if (error.code === 'unavailable') void lookForService();
      if (!quiet) toast(error.message, 'bad');
      return;
    case 'error':
      if (!quiet) toast(error.message, 'bad');
  }
}

/** Texts of what is no reply, in the user's language. */
function lostTexts(): LostTexts {
  const t = textNow(shellText);
  return {
    network: t('network_lost'),
    slow: t('too_slow'),
    server: t('server_failed'),
    outdated: t('outdated'),
    refused: (status) => t('refused_http', { status }),
  };
}

/** Reads the response body; `texts` are said when it is no reply. */
type Reading<Answer> = (response: Response, texts: LostTexts) => Promise<Answer>;

const readPayload: Reading<unknown> = async (response, texts) =>
  payloadOf(response.status, await response.json().catch(() => undefined), texts);

const FILE_NAME = /filename="([A-Za-z0-9._-]{1,100})"/;

const readFile: Reading<File> = async (response, texts) => {
  const name = FILE_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (name === undefined) await readPayload(response, texts);
  const body = name === undefined ? undefined : await response.blob().catch(() => undefined);
  if (name === undefined || !body) throw new CallError('network', 'network', texts.network);
  return new File([body], name, { type: body.type });
};

async function exchange<Answer>(
  path: string,
  init: RequestInit,
  read: Reading<Answer>,
  { signal, line = LINE }: CallOptions,
): Promise<Answer> {
  const texts = lostTexts();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const address = `${line}/api/${path}`;
  const send = (): Promise<Response> =>
    fetch(address, { ...init, signal: signal ? anySignal([signal, timeout]) : timeout }).catch(
      (error: unknown) => {
        if (signal?.aborted) throw error;
        if (timeout.aborted) throw new CallError('network', 'slow', texts.slow);
        throw new CallError('network', 'network', texts.network);
      },
    );
  // One that got no reply before the app's code had arrived is sent again.
  const early = takeEarlyReply(requestKey(address, init));
  return read(await (early?.catch(send) ?? send()), texts);
}

async function call<Answer>(
  path: string,
  init: RequestInit,
  read: Reading<Answer>,
  options: CallOptions,
): Promise<Answer> {
  const { quiet = false, key, device } = options;
  const { token } = useSession.getState();
  const headers = callHeaders({
    language: usePreferences.getState().language,
    token,
    device: device ?? (token === null ? deviceToken() : null),
    key,
  });
  const ended = beginRequest();
  try {
    return await exchange(path, { ...init, headers, credentials: 'omit' }, read, options);
  } catch (error) {
    // An answer to a replaced session says nothing about the new one.
    const outdated =
      error instanceof CallError && error.kind === '999' && useSession.getState().token !== token;
    if (error instanceof CallError && !outdated) handleCallError(error, quiet);
    throw error;
  } finally {
    ended();
  }
}

const withLanguage = (input: Readonly<Record<string, unknown>>): URLSearchParams =>
  formOf({ ...input, lang: usePreferences.getState().language });

/** Client of the contract's calls. A refusal throws `CallError` after its toast or redirect has started. */
export const api = {
  get<P extends GetPath>(path: P, input: SentTo<P>, options: CallOptions = {}): Promise<ReplyOf<P>> {
    const query = withLanguage(input as Readonly<Record<string, unknown>>);
    return call(`${path}?${query}`, { method: 'GET' }, readPayload, options) as Promise<ReplyOf<P>>;
  },

  post<P extends PostPath>(path: P, input: SentTo<P>, options: CallOptions = {}): Promise<ReplyOf<P>> {
    const body = withLanguage(input as Readonly<Record<string, unknown>>);
    return call(path, { method: 'POST', body }, readPayload, options) as Promise<ReplyOf<P>>;
  },

  /** Downloads a call's reply as a file, with the file name from the server. */
  file<P extends GetPath>(path: P, input: SentTo<P>, options: CallOptions = {}): Promise<File> {
    const query = withLanguage(input as Readonly<Record<string, unknown>>);
    return call(`${path}?${query}`, { method: 'GET' }, readFile, options);
  },

  /** The same for a call whose input must not stand in an address. */
  postForFile<P extends PostPath>(path: P, input: SentTo<P>, options: CallOptions = {}): Promise<File> {
    const body = withLanguage(input as Readonly<Record<string, unknown>>);
    return call(path, { method: 'POST', body }, readFile, options);
  },

  /** Uploads an image and returns its address. */
  upload(file: Blob, options: CallOptions = {}): Promise<string> {
    return api.uploadTo('upload', file, options);
  },

  /** Uploads a file to a call that takes one, with further fields. */
  uploadTo<P extends PostPath>(
    path: P,
    file: Blob,
    options: CallOptions = {},
    fields: Readonly<Record<string, string>> = {},
  ): Promise<ReplyOf<P>> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', file);
    return call(path, { method: 'POST', body }, readPayload, options) as Promise<ReplyOf<P>>;
  },
};
