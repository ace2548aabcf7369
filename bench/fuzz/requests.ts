import { randomUUID } from 'node:crypto';
import type { Call } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import { png } from '@karat/testkit';
import type { Actor } from './actors.ts';
import type { Chance } from './chance.ts';
import type { Pool } from './pool.ts';
import type { Sending } from './transport.ts';
import { bodyOf } from './values.ts';
import type { Manner } from './values.ts';

/** The transport's tests cover longer ones. */
const QUERY_MAX = 8_000;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** A request before it is sent, for any transport. */
export interface Asking {
  readonly path: string;
  readonly call: Call;
  readonly actor: Actor;
  readonly fields: Readonly<Record<string, string>>;
  readonly lang: string;
  readonly key: string | undefined;
  readonly sending: Sending;
  /** Whether the reply must be in `lang`: the request itself is readable. */
  readonly isPlain: boolean;
}

const FILES: readonly [Buffer, ...Buffer[]] = [
  png(2, 2, 7),
  png(40, 30, 1),
  Buffer.alloc(0),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea6008060000001f15c489', 'hex'),
];

/** A multipart form with one file. */
function multipart(chance: Chance, field: string, fields: Readonly<Record<string, string>>) {
  const boundary = `fuzz${chance.word(12)}`;
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"\r\n\r\n${value}\r\n`,
    ),
  );
  const name = chance.pick(['a.png', 'a.svg', '../../a', 'a'.repeat(300)]);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([
    ...parts,
    Buffer.from(head),
    chance.happens(0.6) ? FILES[0] : chance.pick(FILES),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

const WRONG_TYPES = [
  'text/xml',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=utf-16',
  '',
] as const;
const WRONG_BODIES = [
  '{',
  '[]',
  'null',
  '1',
  '"',
  `{"a":${'['.repeat(2_000)}`,
  'a=1&a=2',
  'a[b]=1',
  '%',
  '\0',
] as const;

function content(chance: Chance, call: Call, fields: Readonly<Record<string, string>>, manner: Manner) {
  if (manner === 'wild' && chance.happens(0.1))
    return {
      type: chance.pick([...WRONG_TYPES, FORM, JSON_TYPE]),
      body: Buffer.from(chance.pick(WRONG_BODIES)),
    };
  if (call.upload !== undefined) return multipart(chance, call.upload, fields);
  if (chance.happens(0.3)) return { type: JSON_TYPE, body: Buffer.from(JSON.stringify(fields)) };
  return { type: FORM, body: Buffer.from(new URLSearchParams(fields).toString()) };
}

/** Headers that a proxy, an old client or an attacker may add. */
function strangeHeaders(chance: Chance): Record<string, string> {
  return chance.pick([
    {},
    {},
    { origin: 'https://evil.example' },
    { 'x-forwarded-for': '10.0.0.1, 127.0.0.1', 'x-forwarded-proto': 'https' },
    { 'x-http-method-override': 'DELETE' },
    { 'accept-language': 'de,*;q=0.1', accept: 'text/html' },
    { cookie: 'session=1' },
    { 'x-karat-key': 'x', 'x-karat-timestamp': '1', 'x-karat-signature': 'x' },
    { 'accept-encoding': 'gzip;q=0, identity;q=0' },
    { 'x-request-id': 'x'.repeat(3_000) },
  ] as const);
}

const keyFor = (chance: Chance, manner: Manner): string | undefined => {
  if (manner === 'wild' && chance.happens(0.2))
    return chance.pick(['', ' ', 'x'.repeat(500), '\t', '..', "'"]);
  return chance.happens(0.5) ? `fuzz-${chance.word(16)}` : undefined;
};

/** A request of an actor for a call. */
export async function askingOf(
  chance: Chance,
  pool: Pool,
  actor: Actor,
  [path, call]: readonly [string, Call],
): Promise<Asking> {
  const manner = chance.happens(0.55) ? 'valid' : chance.happens(0.7) ? 'mixed' : 'wild';
  const known = bodyOf(chance, pool, [path, call], manner);
  const proof = manner === 'wild' || typeof call.who !== 'object' ? {} : await actor.proof();
  const fields = { ...known };
  for (const [name, value] of Object.entries(proof)) if (name in fields) fields[name] = value;
  return asking(chance, actor, [path, call], fields, manner, keyFor(chance, manner));
}

/** The same call with other fields under the same key, or the same request again, signed anew. */
export const again = (
  chance: Chance,
  { actor, path, call, key }: Asking,
  fields: Readonly<Record<string, string>>,
): Asking => asking(chance, actor, [path, call], fields, 'valid', key ?? `fuzz-${randomUUID()}`);

function asking(
  chance: Chance,
  actor: Actor,
  [path, call]: readonly [string, Call],
  fields: Readonly<Record<string, string>>,
  manner: Manner,
  key: string | undefined,
): Asking {
  const lang = chance.pick(LANGS as readonly string[] as [string, ...string[]]);
  const isGet = call.method === 'GET';
  // A longer one is refused before its language is read.
  const query = isGet ? new URLSearchParams(fields).toString().slice(0, QUERY_MAX) : '';
  const { type, body } = isGet ? { type: '', body: Buffer.alloc(0) } : content(chance, call, fields, manner);
  const method =
    manner === 'wild' && chance.happens(0.05)
      ? chance.pick(['GET', 'PUT', 'DELETE', 'OPTIONS'])
      : call.method;
  const url = `/api/${path}${query === '' ? '' : `?${query}`}`;
  const isUsable = key !== undefined && /^[\x20-\x7e]*$/.test(key);
  return {
    path,
    call,
    actor,
    fields,
    lang,
    key,
    isPlain: !('lang' in fields) && method === call.method,
    sending: {
      method,
      url,
      body: method === 'GET' ? Buffer.alloc(0) : body,
      headers: {
        lang,
        ...(type === '' ? {} : { 'content-type': type }),
        ...(isUsable ? { 'idempotency-key': key } : {}),
        ...(manner === 'wild' ? strangeHeaders(chance) : {}),
        ...actor.headers({ method, url, body: body.toString(), key: isUsable ? key : undefined }),
      },
    },
  };
}
