import { localeOf } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { callHeaders } from '../lib/call-headers.ts';
import { requestKey } from '../lib/early-replies.ts';
import { readLanguage } from '../lib/language.ts';
import { LINE } from '../lib/line.ts';
import { storage } from '../lib/storage.ts';

/**
 * Runs in the page before the app's code has arrived: shows the first picture of the screen, then preloads its code and
 * requests its first reads. Nothing depends on it: without it the app does all of this itself, later.
 */

/** Who looks at a screen: a visitor, a user, and a user who still sees the first steps. */
export type Audience = 'visitor' | 'user' | 'newcomer';

export interface BootScreen {
  /** Numbers of its pictures. */
  readonly views: Readonly<Record<Audience, number>>;
  /** Addresses of its code, and of its texts by language. */
  readonly scripts: readonly string[];
  readonly texts: Readonly<Partial<Record<Lang, readonly string[]>>>;
  /** Method, call with its query or body, and whether it needs a session. */
  readonly reads: readonly (readonly ['GET' | 'POST', string, string, boolean])[];
}

/** What the build writes into the page as JSON. */
export interface BootData {
  /** By path; `*` is any other. */
  readonly screens: Readonly<Record<string, BootScreen>>;
  /** HTML in which `⟦p1⟧` is a part and `⟦t1⟧` a text, by their numbers. */
  readonly pictures: readonly string[];
  readonly parts: readonly string[];
  /** Texts as HTML, and the scripts with the shell's texts, by language. */
  readonly texts: Readonly<Record<Lang, readonly string[]>>;
  readonly shell: Readonly<Partial<Record<Lang, string>>>;
  /** The app: the module that starts it, and those that it imports. */
  readonly app: { readonly entry: string; readonly modules: readonly string[] };
}

const TIMEOUT_MS = 60_000;
const SLOT = /⟦([pt])(\d+)⟧/g;

const readText = (key: string): string | null => {
  const value = storage.read(key);
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Whether the home screen begins with the first steps of a user. */
function isNewcomer(): boolean {
  const user = storage.read('user');
  const dismissed = storage.read('start_dismissed');
  const known = typeof user === 'object' && user !== null && 'uid' in user;
  return known ? dismissed !== user.uid : dismissed === undefined;
}

const audienceOf = (token: string | null): Audience => {
  if (token === null) return 'visitor';
  return isNewcomer() ? 'newcomer' : 'user';
};

/** Starts to load modules before the app imports them. */
export function preload(files: readonly string[]): void {
  for (const href of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/** Returns the requests for the reads of a screen, as the app will make them, so that it recognises them. */
function earlyReads(
  reads: BootScreen['reads'],
  language: Lang,
  token: string | null,
): readonly (() => void)[] {
  const headers = callHeaders({ language, token, device: token === null ? readText('device') : null });
  const replies = new Map<string, Promise<Response>>();
  window.earlyReplies = { since: performance.now(), replies };
  return reads
    .filter(([, , , users]) => !users || token !== null)
    .map(([method, call, input]) => () => {
      const form = `${input === '' ? '' : `${input}&`}lang=${language}`;
      const address = `${LINE}/api/${call}${method === 'GET' ? `?${form}` : ''}`;
      const body = method === 'POST' ? { body: new URLSearchParams(form) } : {};
      const request: RequestInit = { method, headers, credentials: 'omit', ...body };
      const reply = fetch(address, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
      // The app sends a failed request again.
      reply.catch(() => undefined);
      replies.set(requestKey(address, request), reply);
    });
}

/**
 * Shows the first picture of the screen in the address, in the language and for the session of this browser. Returns what
 * remains once it is drawn, the reads and the code of the screen: each to be done in a task of its own, so that none is long.
 */
export function boot(data: BootData): readonly (() => void)[] {
  const root = document.getElementById('root');
  if (!root || 'outdated' in document.documentElement.dataset) return [];
  const [path = ''] = location.hash.slice(1).split('?', 1);
  const known = path.startsWith('/') && path !== '/pages/index/index' ? path : '/';
  const screen = data.screens[known] ?? data.screens['*'];
  const language = readLanguage();
  const token = readText('token');
  document.documentElement.lang = localeOf(language);
  const texts = data.texts[language];
  const picture = screen && data.pictures[screen.views[audienceOf(token)]];
  root.innerHTML = (picture ?? '').replace(
    SLOT,
    (_, kind: string, at: string) => (kind === 'p' ? data.parts : texts)[Number(at)] ?? '',
  );
  const shell = data.shell[language];
  const files = [
    ...(shell === undefined ? [] : [shell]),
    ...(screen?.scripts ?? []),
    ...(screen?.texts[language] ?? []),
  ];
  return [...earlyReads(screen?.reads ?? [], language, token), () => preload(files)];
}
