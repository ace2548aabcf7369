/**
 * Decides how a web view treats an address: pages of the own site are shown, other sites are offered as a link,
 * anything else is refused. Foreign sites are never framed, where they could imitate the app.
 */
export type WebAddress =
  | { readonly kind: 'own'; readonly href: string }
  | { readonly kind: 'other'; readonly href: string; readonly host: string }
  | { readonly kind: 'none' };

export function readWebAddress(text: string | undefined, origin: string): WebAddress {
  if (text === undefined || !URL.canParse(text, origin)) return { kind: 'none' };
  const url = new URL(text, origin);
  if (url.origin === origin) return { kind: 'own', href: url.href };
  // Refuses hosts hidden behind `user@`, and other schemes.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return { kind: 'none' };
  return { kind: 'other', href: url.href, host: url.host };
}
