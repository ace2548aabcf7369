import { parseUrl } from '../../lib/parse-url.ts';
import { isPath } from '../../lib/paths.ts';

/**
 * Decides how a web view treats an address: addresses of the app open in the app, own documents are framed, listed
 * sites are offered as a link, anything else is refused. Foreign sites are never framed, where they could imitate the
 * app.
 */
export type WebAddress =
  | { readonly kind: 'app'; readonly address: string }
  | { readonly kind: 'document'; readonly href: string }
  | { readonly kind: 'listed'; readonly href: string; readonly host: string }
  | { readonly kind: 'refused' };

const REFUSED: WebAddress = { kind: 'refused' };
/** Pages of this origin that are no part of the app and may be framed. */
const DOCUMENTS: ReadonlySet<string> = new Set(['/docs']);
const VIEW = '/pages/common/webView';

function readOwn({ pathname, hash, search, href }: URL): WebAddress {
  if (DOCUMENTS.has(pathname)) return { kind: 'document', href };
  const address = pathname === '/' ? hash.slice(1) : pathname + search;
  // A web view in a web view would open itself for ever.
  return isPath(address) && !address.startsWith(VIEW) ? { kind: 'app', address } : REFUSED;
}

/** Reads an address of `?url=`; `hosts` are the other sites that may be opened. */
export function readWebAddress(
  text: string | undefined,
  origin: string,
  hosts: readonly string[],
): WebAddress {
  const url = text === undefined ? undefined : parseUrl(text, origin);
  if (url === undefined) return REFUSED;
  if (url.origin === origin) return readOwn(url);
  // Refuses hosts hidden behind `user@`, and other schemes.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return REFUSED;
  return hosts.includes(url.host) ? { kind: 'listed', href: url.href, host: url.host } : REFUSED;
}
