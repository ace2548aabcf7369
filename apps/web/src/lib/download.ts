import { beginRequest } from './busy.ts';
import type { GetPath, SentTo } from './calls.ts';
import { CallError, formOf, payloadOf } from './envelope.ts';
import { usePreferences } from './preferences.ts';
import { useSession } from './session.ts';
import { shellText } from './shell-text.ts';
import { textNow } from './text.ts';
import { toast } from './toast.ts';

const TIMEOUT_MS = 120_000;
const NAME = /filename="([A-Za-z0-9._-]{1,100})"/;
/** The browser needs the address until it has begun to write. */
const KEEP_MS = 60_000;

/** Saves what a call answers as a file, with the session of the person. A refusal is told as a toast; answers whether it came. */
export async function download<P extends GetPath>(path: P, input: SentTo<P>): Promise<boolean> {
  const { language } = usePreferences.getState();
  const { token } = useSession.getState();
  const headers = new Headers({ lang: language, ...(token === null ? {} : { Authorization: token }) });
  const ended = beginRequest();
  const lost = textNow(shellText)('network_lost');
  try {
    const query = formOf({ ...(input as Readonly<Record<string, unknown>>), lang: language });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`/api/${path}?${query}`, { headers, credentials: 'omit', signal });
    const name = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1];
    if (name === undefined) {
      payloadOf(response.status, await response.json(), lost);
      return false;
    }
    save(await response.blob(), name);
    return true;
  } catch (failure) {
    toast(failure instanceof CallError ? failure.message : lost, 'bad');
    return false;
  } finally {
    ended();
  }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
