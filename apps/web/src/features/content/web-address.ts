/**
 * What a web view may do with an address: show it if it is one of our own pages, offer to leave for it if it is another site's,
 * and nothing with anything else. Strangers are never shown inside our frame, where they could pass for us.
 */
export type WebAddress =
  | { readonly kind: 'own'; readonly href: string }
  | { readonly kind: 'other'; readonly href: string; readonly host: string }
  | { readonly kind: 'none' };

export function readWebAddress(text: string | undefined, origin: string): WebAddress {
  if (text === undefined || !URL.canParse(text, origin)) return { kind: 'none' };
  const url = new URL(text, origin);
  if (url.origin === origin) return { kind: 'own', href: url.href };
  // Names that hide behind `user@` are refused together with other schemes.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return { kind: 'none' };
  return { kind: 'other', href: url.href, host: url.host };
}
