/**
 * Makes browsers use TLS only, for a year. They honour it over TLS only (RFC 6797), so a demonstration without TLS is
 * not affected.
 */
export const STRICT_TRANSPORT = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** Headers of every reply that is not a page: it must not be framed, sniffed, stored or forwarded. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...STRICT_TRANSPORT,
};
/** The same as a flat list, Node's fastest form. */
export const API_HEADERS: readonly string[] = Object.entries(BARE_HEADERS).flat();

interface Policy {
  /** Origins with `https:` or `http:` that the page may connect to besides its own, and show pictures of. */
  readonly lines?: readonly string[];
  /** Hashes of the scripts that stand in the page, as `sha256-...`. */
  readonly scripts?: readonly string[];
  readonly framedBy?: string;
}

/** Returns the policy of the app pages. */
const pagePolicy = ({ lines = [], scripts = [], framedBy = "'none'" }: Policy): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    // Component libraries write computed styles into the page.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...lines].join(' '),
    ["media-src 'self' blob:", ...lines].join(' '),
    ["connect-src 'self'", ...lines.flatMap((line) => [line, line.replace(/^http/, 'ws')])].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');

/** Headers of pages that connect to their own origin only. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': pagePolicy({}),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  ...STRICT_TRANSPORT,
};

/** Returns the headers of the app pages and their assets, which may connect to the lines too and run the scripts of these hashes. */
export const pageHeaders = (
  lines: readonly string[],
  scripts: readonly string[] = [],
): Readonly<Record<string, string>> => ({
  ...PAGE_HEADERS,
  'content-security-policy': pagePolicy({ lines, scripts }),
});

/** Returns the headers of documents without a login, which the app shows in its web view, with the hashes of their scripts. */
export const documentHeaders = (scripts: readonly string[] = []): Readonly<Record<string, string>> => ({
  ...PAGE_HEADERS,
  'content-security-policy': pagePolicy({ scripts, framedBy: "'self'" }),
});
