import { addressOf, isPath } from './paths.ts';
import type { Path, Search } from './paths.ts';
import { useSession } from './session.ts';
import { shellText } from './shell-text.ts';
import { textNow } from './text.ts';
import { toast } from './toast.ts';

/** A redirect gives the person time to read the toast that explains it. */
export const REDIRECT_DELAY_MS = 1200;

/** What the shell's router does for the rest of the app; bound once at the start. */
export interface NavigationPort {
  push(address: string): void;
  replace(address: string): void;
  back(): void;
  preload(address: string): void;
  /** Address that is shown now, with its parameters. */
  here(): string;
  /** Whether the screen is only for people who are logged in. */
  protects(address: string): boolean;
  canGoBack(): boolean;
}

let port: NavigationPort | undefined;
export const bindNavigation = (to: NavigationPort): void => {
  port = to;
};

let redirecting: ReturnType<typeof setTimeout> | undefined;

/** Goes somewhere after the time that a toast needs to be read; a second redirect within it replaces the first. */
export function redirectLater(action: () => void): void {
  clearTimeout(redirecting);
  redirecting = setTimeout(() => {
    redirecting = undefined;
    action();
  }, REDIRECT_DELAY_MS);
}

/** Whether somebody is about to be taken elsewhere, and has been told why. */
export const isRedirecting = (): boolean => redirecting !== undefined;

/** A redirect that waits is dropped when the person goes somewhere by themselves. */
export function dropRedirect(): void {
  clearTimeout(redirecting);
  redirecting = undefined;
}

/** Goes to login, to come back to `wanted` afterwards. */
export function loginAddress(wanted: string, manner: 'push' | 'replace'): void {
  port?.[manner](addressOf('/pages/common/login', wanted === '/' ? {} : { to: wanted }));
}

/** Says "Please login first" and goes to login after 1.2 s; afterwards the person is taken where they wanted to go. */
export function askLogin(wanted: string, manner: 'push' | 'replace' = 'push'): void {
  toast(textNow(shellText)('please_login'));
  redirectLater(() => loginAddress(wanted, manner));
}

function navigateTo(manner: 'push' | 'replace', address: string): void {
  if (!port) return;
  dropRedirect();
  if (port.protects(address) && useSession.getState().token === null) askLogin(address, manner);
  else port[manner](address);
}

export const go = {
  /** To a screen; one that needs a login asks for it first. */
  push: (path: Path, search?: Search): void => navigateTo('push', addressOf(path, search)),
  /** The same, leaving no trace of the present screen in the history. */
  replace: (path: Path, search?: Search): void => navigateTo('replace', addressOf(path, search)),
  /** One screen back; at the first screen of a visit, to `otherwise`. */
  back(otherwise: Path = '/'): void {
    if (port?.canGoBack()) port.back();
    else navigateTo('replace', otherwise);
  },
  preload: (path: Path, search?: Search): void => port?.preload(addressOf(path, search)),
  here: (): string => port?.here() ?? '/',
  /** To an address that came as text (a banner's link, the place to return to); strangers lead home. */
  toAddress(address: string | undefined, manner: 'push' | 'replace' = 'push'): void {
    navigateTo(manner, address !== undefined && isPath(address) ? address : '/');
  },
};

/** One screen back, once the toast that says why has been read. */
export const goBackLater = (otherwise: Path): void => redirectLater(() => go.back(otherwise));

/** Does what needs a login, or asks for it and stays to come back to this screen. */
export function withLogin(action: () => void): void {
  if (useSession.getState().token === null) askLogin(go.here());
  else action();
}
