import { contract } from '@karat/contract';
import type { Call, Code } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { join as joinSql, sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { messages } from './calls.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { CallReply, CallOptions } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { NO_AMOUNTS, ODD_TEXTS, fieldsOf, isAmount, plausible } from './testing/hostile.ts';

// The operator of the logout has no other session, so that call comes last.
const calls = Object.values(contract)
  .flatMap((group): [string, Call][] => Object.entries(group))
  .toSorted(([a], [b]) => Number(a === 'console/logout') - Number(b === 'console/logout'));
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Above every limit of a body. */
const LARGE = Buffer.alloc(2_000_000, 'a');
const MALFORMED_TOKENS = ['', 'x', 'x'.repeat(4_000), 'Bearer x', "' or 1=1 --"];
const ROLES = ['support', 'finance', 'risk', 'admin'];

let database: PreparedDatabase;
let server: TestServer;
const tokens: Record<string, string> = {};
/** Tables of the ledger, the order books and the products that move money. */
let books: readonly string[] = [];
let checksum: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  const tables = await database.db.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where tablename ~ '^(ledger|spot|wallet|withdrawals)_|^(fiat|options|spot)_orders$|^contracts_positions$' and tablename not in ('spot_engine', 'wallet_quotes', 'ledger_audits') order by 1`);
  books = tables.map(({ name }) => name);
  for (const role of ROLES) tokens[role] = await server.loginOperator(role);
  tokens['user'] = await server.login('alice');
  // The yields of the demonstration's older Earn orders are paid after the start, one day after the other.
  await vi.waitUntil(async () => (await dueYields()) === 0, { timeout: 30_000 });
  checksum = await booksChecksum();
});
afterAll(async () => {
  await expectUnchanged();
  await server?.close();
  await database?.drop();
});

const dueYields = async (): Promise<number> =>
  (
    await database.db.one<{ due: number }>(
      sql`select count(*) as due from mining_orders where outcome is null and next_at <= now()`,
    )
  ).due;

/** Changes with every row that is added, written or deleted in the books: each write has its own xmin. */
async function booksChecksum(): Promise<string> {
  expect(books.length).toBeGreaterThan(3);
  const sums = books.map((name) =>
    sql([`select concat_ws('/', count(*), sum(xmin::text::bigint)) as sum from ${name}`]),
  );
  const rows = await database.db.rows<{ sum: string }>(joinSql(sums, ' union all '));
  return rows.map(({ sum }) => sum).join(' ');
}

/** Calls since the books were compared, for the message of a failure. */
let since: string[] = [];
/** Comparing takes as long as all inputs of a call. */
const COMPARED_AFTER = 20;

async function expectUnchanged(): Promise<void> {
  const paths = since.join(' ');
  since = [];
  expect(await booksChecksum(), paths).toBe(checksum);
}

/** Notes a call whose inputs were sent; compares the books after some of them, and the end does after the last. */
async function noteCall(path: string, { effect }: Call): Promise<void> {
  since.push(path);
  if (effect !== 'read' && since.length >= COMPARED_AFTER) await expectUnchanged();
}

/** Returns a session of a user whose data may change. Some calls end it; a login takes longer than a test. */
async function changingSession(): Promise<string> {
  const { type } = await server.ask('user/info', { method: 'GET', token: tokens['changing'] });
  if (type !== 'ok') tokens['changing'] = await server.login('bruno');
  return tokens['changing'] ?? '';
}

/** Returns a token that may make the call. */
async function tokenFor([path, { who, effect }]: [string, Call]): Promise<string | undefined> {
  if (who === 'visitor') return undefined;
  if (typeof who === 'object')
    return path === 'console/logout' ? tokens['support'] : tokens[who.operator.at(-1) ?? ''];
  return effect === 'write' ? changingSession() : tokens['user'];
}

const patterns = new Map<string, RegExp>();
/** Pattern of a refusal's text in a language: its template with any values. */
function reads(code: Code, lang: Lang): RegExp {
  const known = patterns.get(`${code} ${lang}`);
  if (known) return known;
  const parts = messages[code][lang]
    .split(/\{[^}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  patterns.set(`${code} ${lang}`, pattern);
  return pattern;
}

/** The beginning of a body, for the message of a failure. */
function shown(body: CallOptions['body']): string {
  if (typeof body === 'string') return body.slice(0, 200);
  if (body instanceof Buffer || body instanceof FormData) return `a ${body.constructor.name}`;
  return JSON.stringify(body)?.slice(0, 200) ?? '';
}

let turn = 0;
/** Calls in one language after the other and checks the invariants of every reply. */
async function hostile([path, call]: [string, Call], asking: CallOptions): Promise<CallReply> {
  const lang = LANGS[turn++ % LANGS.length] ?? 'en';
  const answer = await server.ask(path, { method: call.method, lang, ...asking });
  const what = `${path} ${shown(asking.body)}`;
  expect(answer.status, what).toBeLessThan(500);
  if (answer.type !== 'ok' && answer.type !== 'file') {
    expect(answer.error, what).toBeDefined();
    expect(answer.message, what).toMatch(reads(answer.error as Code, lang));
  }
  return answer;
}

const sends = ([, call]: [string, Call]): boolean =>
  call.upload === undefined && Object.keys(fieldsOf(call)).length > 0;
const amountsOf = (call: Call) => Object.entries(fieldsOf(call)).filter(([, field]) => isAmount(field));

describe('authentication comes before anything else', () => {
  test.each(calls.filter(([, { who }]) => who !== 'visitor'))('%s', async (path, call) => {
    const body = plausible(call) ?? {};
    const wrong = typeof call.who === 'object' ? tokens['user'] : tokens['admin'];
    // All calls share one reader of tokens: each gets one of the malformed ones.
    const malformed = MALFORMED_TOKENS[calls.findIndex(([each]) => each === path) % MALFORMED_TOKENS.length];
    for (const token of [undefined, malformed, wrong]) {
      expect(await hostile([path, call], { body, token })).toMatchObject({
        type: '999',
        error: 'unauthenticated',
      });
    }
    const allowed: readonly string[] = typeof call.who === 'object' ? call.who.operator : ROLES;
    for (const role of ROLES.filter((each) => !allowed.includes(each))) {
      expect(await hostile([path, call], { body, token: tokens[role] })).toMatchObject({
        error: 'forbidden',
      });
    }
  });
});

describe('no malformed amount is accepted', () => {
  test.each(calls.filter(([, call]) => amountsOf(call).length > 0))(
    '%s names the field',
    async (path, call) => {
      const token = await tokenFor([path, call]);
      const turnOfCall = calls.findIndex(([each]) => each === path);
      for (const [index, [name, field]] of amountsOf(call).entries()) {
        // One parser serves all amounts: each gets a third of what its field refuses.
        const refused = NO_AMOUNTS.filter((each) => !field.safeParse(each).success);
        for (const value of refused.filter((_, at) => (turnOfCall + index + at) % 3 === 0)) {
          const answer = await hostile([path, call], { body: { ...plausible(call), [name]: value }, token });
          expect(answer, `${name}=${value}`).toMatchObject({ type: 'error', error: 'parameter_error' });
          expect(answer.field).toBe(name);
        }
      }
      await noteCall(path, call);
    },
  );
});

describe('repeated and nested fields, NUL and lone surrogates are refused', () => {
  test.each(calls.filter(sends))('%s', async (path, call) => {
    const token = await tokenFor([path, call]);
    const others = new URLSearchParams(plausible(call)).toString();
    const turnOfCall = calls.findIndex(([each]) => each === path);
    for (const [index, name] of Object.keys(fieldsOf(call)).entries()) {
      // One reader serves all fields: each gets a third of the shapes.
      const isTurn = (_: unknown, at: number): boolean => (turnOfCall + index + at) % 3 === 0;
      const shapes = [
        `${name}=1&${name}=2`,
        `${name}[]=1`,
        `${name}[x]=1`,
        `${name}=%00`,
        `${name}=%ED%A0%80`,
        `${name}=%`,
      ].filter(isTurn);
      for (const bad of shapes) {
        const answer = await hostile([path, call], { body: `${others}&${bad}`, token });
        expect(answer, bad).toMatchObject({ type: 'error', error: 'parameter_error' });
      }
      if (call.method !== 'POST') continue;
      for (const value of [{ $gt: '' }, [['1']], { length: 1 }, '\0', '\ud800'].filter(isTurn)) {
        const body = JSON.stringify({ ...plausible(call), [name]: value });
        const answer = await hostile([path, call], { body, type: JSON_TYPE, token });
        expect(answer, body).toMatchObject({ type: 'error', error: 'parameter_error' });
      }
      // With valid values, so that only the repetition is wrong.
      const fields = Object.entries({ [name]: '1', ...plausible(call) });
      const twice = fields.flatMap((field) => (field[0] === name ? [field, field] : [field]));
      const body = `{${twice.map((field) => field.map((each) => JSON.stringify(each)).join(':')).join(',')}}`;
      expect(await hostile([path, call], { body, type: JSON_TYPE, token }), body).toMatchObject({
        type: 'error',
        error: 'parameter_error',
      });
    }
    await noteCall(path, call);
  });
});

describe('odd texts in any field never cause a server failure', () => {
  test.each(calls.filter(sends))('%s', async (path, call) => {
    const token = await tokenFor([path, call]);
    const turnOfCall = calls.findIndex(([each]) => each === path);
    for (const [index, [name, field]] of Object.entries(fieldsOf(call)).entries()) {
      // Amount fields get every wrong number above. The parsers are shared: each other field gets a twelfth of the values.
      const numbers = isAmount(field) ? [] : NO_AMOUNTS;
      const share = [...numbers, ...ODD_TEXTS].filter((_, at) => at % 12 === (turnOfCall + index) % 12);
      for (const value of share) {
        // A field that accepts the value would make the call succeed; a query cannot hold a long text.
        if (call.effect !== 'read' && field.safeParse(value).success) continue;
        if (call.method === 'GET' && value.length > 10_000) continue;
        await hostile([path, call], { body: { ...plausible(call), [name]: value }, token });
      }
    }
    await noteCall(path, call);
  });
});

describe('unknown fields and names of prototypes are ignored', () => {
  test.each(calls.filter(([, { upload }]) => upload === undefined))('%s', async (path, call) => {
    // Money must not move: those calls get only the unknown fields, without the required ones.
    const moves = call.effect === 'money' || call.effect === 'order';
    const base = moves ? {} : (plausible(call) ?? {});
    const strange =
      '__proto__=1&constructor=2&prototype[x]=3&unknown=4&unknown=5&hasOwnProperty=6&toString=7';
    const body = `${new URLSearchParams(base).toString()}&${strange}`;
    const { error, message } = await hostile([path, call], { body, token: await tokenFor([path, call]) });
    expect(error === 'parameter_error' && /proto|constructor|unknown|toString/.test(String(message))).toBe(
      false,
    );
    if (call.method === 'POST') {
      const json =
        `{"__proto__":{"who":"admin"},"constructor":{"prototype":1},${JSON.stringify(base).slice(1)}`.replace(
          ',}',
          '}',
        );
      await hostile([path, call], { body: json, type: JSON_TYPE, token: await tokenFor([path, call]) });
    }
    expect(({} as { who?: string }).who).toBeUndefined();
    await noteCall(path, call);
  });
});

describe('no SVG, HTML, pixel bomb or damaged file is accepted as a picture', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  /** Header of a picture that declares 60,000 by 60,000 pixels. */
  const bomb = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea6008060000001f15c489', 'hex');
  const hostileFiles: Readonly<Record<string, Buffer<ArrayBuffer>>> = {
    drawing: Buffer.from(script),
    page: Buffer.from(`<!doctype html><html>${script}</html>`),
    polyglot: Buffer.from(`GIF89a/*${script}*/`),
    bomb,
    'cut off': bomb.subarray(0, 12),
    empty: Buffer.alloc(0),
    noise: Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 197) % 256)),
  };
  const uploads = calls.filter(([, { upload }]) => upload !== undefined);

  test.each(uploads)('%s', async (path, call) => {
    const token = await tokenFor([path, call]);
    const send = (field: string, bytes: Buffer<ArrayBuffer>, name: string): Promise<CallReply> => {
      const body = new FormData();
      for (const [each, value] of Object.entries(plausible(call) ?? {})) body.append(each, value);
      body.append(field, new Blob([bytes]), name);
      return hostile([path, call], { body, token });
    };
    const field = call.upload ?? '';
    for (const [what, bytes] of Object.entries(hostileFiles)) {
      for (const name of ['a.png', 'a.svg', '../../a', '\u202egnp.exe'])
        expect(await send(field, bytes, name), what).toMatchObject({ type: 'error', code: 0 });
    }
    expect(await send('another', hostileFiles['noise'] ?? bomb, 'a.png')).toMatchObject({
      error: 'parameter_error',
    });
    const tooLarge = (call.uploadBytesMax ?? 10_000_000) + 1_000_000;
    expect(await send(field, Buffer.alloc(tooLarge, 1), 'a.png')).toMatchObject({ status: 413 });
    expect(await hostile([path, call], { body: 'file=1', token })).toMatchObject({ status: 415 });
    await noteCall(path, call);
  });
});

describe('wrong methods and bodies are refused', () => {
  test.each(calls)('%s accepts one method only', async (path, call) => {
    const token = await tokenFor([path, call]);
    // All calls share one router: each gets the other method of the contract and one that no call has.
    const foreign = ['PUT', 'DELETE', 'PATCH'].at(calls.findIndex(([each]) => each === path) % 3) ?? 'PUT';
    for (const method of [call.method === 'GET' ? 'POST' : 'GET', foreign]) {
      expect(await hostile([path, call], { method, token }), method).toMatchObject({
        status: 405,
        error: 'method_not_allowed',
      });
    }
  });

  const names = (count: number): string =>
    Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
  test.each(calls.filter(([, { method }]) => method === 'GET'))(
    '%s refuses a long query',
    async (path, call) => {
      const token = await tokenFor([path, call]);
      expect(await hostile([path, call], { body: names(300), token })).toMatchObject({
        error: 'parameter_error',
      });
    },
  );

  test.each(calls.filter(([, { method }]) => method === 'POST'))(
    '%s refuses a body of another type, a large and a malformed one',
    async (path, call) => {
      const token = await tokenFor([path, call]);
      expect(await hostile([path, call], { body: '<a/>', type: 'text/xml', token })).toMatchObject({
        status: 415,
      });
      // All calls share one reader of bodies: every fourth gets two megabytes, every fourth ten thousand fields.
      const turnOfCall = calls.findIndex(([each]) => each === path) % 4;
      if (turnOfCall === 0)
        expect(await hostile([path, call], { body: LARGE, type: FORM, token })).toMatchObject({
          status: 413,
        });
      if (turnOfCall === 1)
        expect(await hostile([path, call], { body: names(10_000), token })).toMatchObject({ code: 0 });
      const malformed = [
        '{',
        '[]',
        'null',
        '1',
        `{"a":${'['.repeat(9_999)}`,
        `{"a":${'['.repeat(99)}${']'.repeat(99)}}`,
      ];
      for (const body of malformed.filter((_, at) => at % 2 === turnOfCall % 2)) {
        expect(
          await hostile([path, call], { body, type: JSON_TYPE, token }),
          body.slice(0, 20),
        ).toMatchObject({ code: 0 });
      }
      await noteCall(path, call);
    },
  );
});

test('unknown paths are refused in the language of the caller', async () => {
  for (const path of [
    'nothing',
    'user',
    'user/login/',
    'USER/LOGIN',
    '__proto__',
    'constructor',
    '../metrics',
    '%2e%2e/metrics',
    '%00',
    'user%2Flogin',
  ]) {
    expect(await server.ask(path, { lang: 'jp' }), path).toMatchObject({
      status: 404,
      message: messages.not_found.jp,
    });
  }
});

const socketAddress = (): string => `${server.url.replace('http', 'ws')}/ws`;

test('a page of another site cannot open a socket', async () => {
  for (const origin of ['https://evil.example', 'null', `${server.url}.evil.example`]) {
    const socket = new WebSocket(socketAddress(), { origin });
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message, origin).toContain('403');
  }
});

test('an oversized frame closes the socket, and calls of a socket are refused like any other', async () => {
  const socket = new WebSocket(socketAddress());
  const next = (): Promise<Record<string, unknown>> =>
    new Promise((resolve) =>
      socket.once('message', (data: Buffer) =>
        resolve(JSON.parse(data.toString()) as Record<string, unknown>),
      ),
    );
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ op: 'call', id: 1, path: 'coin/trade', body: { amount: '-1' } }));
  expect(await next()).toMatchObject({ op: 'reply', id: 1, type: '999' });
  socket.send(JSON.stringify({ op: 'login', token: tokens['user'] }));
  expect(await next()).toMatchObject({ op: 'login', ok: true });
  for (const amount of [...NO_AMOUNTS.filter((each) => each !== ''), ['1'], { a: 1 }]) {
    socket.send(
      JSON.stringify({
        op: 'call',
        id: 2,
        path: 'coin/trade',
        lang: 'kor',
        body: { type: 1, currency_id: 1, legal_id: 3, target_price: '90000', amount },
      }),
    );
    expect(await next(), JSON.stringify(amount)).toMatchObject({ type: 'error', error: 'parameter_error' });
  }
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.send(JSON.stringify({ op: 'ping', x: 'x'.repeat(1_000_000) }));
  expect(await closed).toBe(1009);
  await expectUnchanged();
});
