import { addressOf, isPath } from './paths.ts';
import type { Path, Search } from './paths.ts';
import { useSession } from './session.ts';
import { shellText } from './shell-text.ts';
import { textNow } from './text.ts';
import { toast } from './toast.ts';

/** Delay of a redirect, so that its toast can be read. */
export const REDIRECT_DELAY_MS = 1200;

/** The router functions that the app uses; bound once at start. */
export interface NavigationPort {
  push(address: string): void;
  replace(address: string): void;
  back(): void;
  preload(address: string): void;
  /** Current address with its parameters. */
  here(): string;
  /** Whether the screen requires a login. */
  protects(address: string): boolean;
  canGoBack(): boolean;
}

let port: NavigationPort | undefined;
export const bindNavigation = (to: NavigationPort): void => {
  port = to;
};

let redirecting: ReturnType<typeof setTimeout> | undefined;

/** Redirects after the toast delay; a second redirect replaces the first. */
export function redirectLater(action: () => void): void {
  clearTimeout(redirecting);
  redirecting = setTimeout(() => {
    redirecting = undefined;
    action();
  }, REDIRECT_DELAY_MS);
}

/** Whether a redirect is pending. */
export const isRedirecting = (): boolean => redirecting !== undefined;

/** Navigation by the user cancels a pending redirect. */
export function dropRedirect(): void {
  clearTimeout(redirecting);
  redirecting = undefined;
}

/** Opens login, which returns to `wanted` afterwards. */
export function loginAddress(wanted: string, manner: 'push' | 'replace'): void {
  port?.[manner](addressOf('/pages/common/login', wanted === '/' ? {} : { to: wanted }));
}

/** Shows "Please login first", opens login after 1.2 s and returns to the wanted screen afterwards. */
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
  /** Opens a screen; one that requires a login asks for it first. */
  push: (path: Path, search?: Search): void => navigateTo('push', addressOf(path, search)),
  /** Opens a screen and replaces the history entry. */
  replace: (path: Path, search?: Search): void => navigateTo('replace', addressOf(path, search)),
  /** Goes back; from the first screen of a visit, to `otherwise`. */
  back(otherwise: Path = '/'): void {
    if (port?.canGoBack()) port.back();
    else navigateTo('replace', otherwise);
  },
  preload: (path: Path, search?: Search): void => port?.preload(addressOf(path, search)),
  here: (): string => port?.here() ?? '/',
  /** Opens an address that came as text (a banner's link, a return address); unknown addresses open home. */
  toAddress(address: string | undefined, manner: 'push' | 'replace' = 'push'): void {
    navigateTo(manner, address !== undefined && isPath(address) ? address : '/');
  },
};

/** Goes back after the toast delay. */
export const goBackLater = (otherwise: Path): void => redirectLater(() => go.back(otherwise));

/** Runs what requires a login, or asks for the login and returns to this screen. */
export function withLogin(action: () => void): void {
  if (useSession.getState().token === null) askLogin(go.here());
  else action();
}
