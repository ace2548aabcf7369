/**
 * Asks browsers to come back over TLS only, for a year. They heed it where it came over TLS (RFC 6797), so a demonstration
 * without it is not affected.
 */
export const STRICT_TRANSPORT = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** Headers of every answer that is not a page: nothing in it may be framed, sniffed, stored or sent on. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...STRICT_TRANSPORT,
};
/** The same in a row, as node writes them fastest. */
export const API_HEADERS: readonly string[] = Object.entries(BARE_HEADERS).flat();

const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // Component libraries put their computed styles into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of the pages of the apps and what they load. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': PAGE_POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  ...STRICT_TRANSPORT,
};
