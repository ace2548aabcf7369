import { operatorId, refuse, sessionId, userId } from '@karat/contract';
import type { Fiat } from '@karat/domains/fiat';
import { amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import type { Context } from '@karat/platform/context';
import { openDatabase } from '@karat/platform/db';
import type { FileCaller, Files } from '@karat/platform/files';
import type { Http } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { createPaymentSimulator } from '@karat/platform/payments';
import { seededRandom } from '@karat/platform/random';
import { clock, inject, openShop } from '@karat/platform/testing';
import { expect, test } from 'vitest';
import { mountFiles } from './files.ts';
import { mountLogos } from './logos.ts';
import { mountSimulator, mountWebhooks } from './payments.ts';

const ctx: Context = {
  db: openDatabase({ url: 'postgresql://127.0.0.1:1/none' }),
  clock,
  random: seededRandom('mounts'),
  bus: createBus(() => undefined),
  log: silentLog,
  demo: true,
};

/** A fiat domain that records its webhooks and answers with `outcome`. */
function fiatWith(outcome: () => Awaited<ReturnType<Fiat['webhook']>>) {
  const taken: [string, string | undefined, string][] = [];
  const webhook: Fiat['webhook'] = async (provider, signature, body) => {
    taken.push([provider, signature, Buffer.from(body).toString()]);
    return outcome();
  };
  return { taken, fiat: { webhook } as Fiat };
}
const open = (...mounts: ((app: Http['app']) => void)[]): Promise<Http> => openShop(ctx.db, { mounts });

const hook = (http: Http, path: string, signatures: Readonly<Record<string, string>>) =>
  inject(http, {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...signatures },
    payload: '{"a":1}',
  });

test('a webhook goes to the provider of its path, with the signature of its own header', async () => {
  const { fiat, taken } = fiatWith(() => 'credited');
  const http = await open(mountWebhooks(fiat, ctx));
  const headers = { 'karat-signature': 'k', 'stripe-signature': 's' };
  for (const path of ['/hooks/payments', '/hooks/stripe'])
    expect((await hook(http, path, headers)).statusCode, path).toBe(200);
  expect(taken).toEqual([
    ['simulator', 'k', '{"a":1}'],
    ['stripe', 's', '{"a":1}'],
  ]);
});

test('an unsigned webhook is refused, and one that fails is asked for again', async () => {
  const unsigned = await open(mountWebhooks(fiatWith(() => 'unsigned').fiat, ctx));
  expect((await hook(unsigned, '/hooks/stripe', {})).statusCode).toBe(400);
  for (const fail of [() => refuse('not_found'), () => expect.fail('no database')]) {
    const http = await open(mountWebhooks(fiatWith(fail).fiat, ctx));
    const reply = await hook(http, '/hooks/stripe', { 'stripe-signature': 's' });
    expect([reply.statusCode, reply.json()]).toEqual([503, { outcome: 'again' }]);
  }
});

const simulator = createPaymentSimulator(
  Buffer.alloc(32, 7),
  () => clock.now(),
  async () => undefined,
);
const ASKED = { reference: 'RF18', method: 'card', amount: amount('12.5'), currency: 'EUR' } as const;

test('the page of the simulator pays or declines by its own link, and nothing else', async () => {
  const { fiat, taken } = fiatWith(() => 'credited');
  const http = await open(mountSimulator(simulator, fiat, ctx));
  const { url } = await simulator.start({ ...ASKED, returnTo: '/#/otc/1', lang: 'en' });
  const path = new URL(url, 'http://shop').pathname;
  const choose = (to: string, outcome: string) =>
    inject(http, {
      method: 'POST',
      url: to,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `outcome=${outcome}`,
    });
  const page = await inject(http, path);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(page.body).toContain('12.5 EUR');
  for (const [to, outcome] of [
    [path, 'refunded'],
    [path, ''],
    [`${path.slice(0, -3)}AAA`, 'succeeded'],
    [`/simulator/pay/${'x'.repeat(4_001)}`, 'failed'],
  ] as const)
    expect((await choose(to, outcome)).statusCode, outcome).toBe(404);
  expect(taken).toEqual([]);
  for (const outcome of ['failed', 'succeeded']) {
    const reply = await choose(path, outcome);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/#/otc/1']);
  }
  expect(taken.map(([provider, , body]) => [provider, /failed|succeeded/.exec(body)?.[0]])).toEqual([
    ['simulator', 'failed'],
    ['simulator', 'succeeded'],
  ]);
});

test('without the simulator there is no page', async () => {
  const http = await open(mountSimulator(undefined, fiatWith(() => 'credited').fiat, ctx));
  expect((await inject(http, '/simulator/pay/x')).statusCode).toBe(404);
});

const OWNER = { userId: userId(100_001), sessionId: sessionId(1), verified: true };
const operator = { operatorId: operatorId(1), sessionId: sessionId(2), login: 'risk', role: 'risk' } as const;

test('an operator without the required passkey is nobody to the files, and ranges are passed on', async () => {
  const callers: (readonly [FileCaller, string | undefined])[] = [];
  const files: Pick<Files, 'serve'> = {
    async serve(_, caller, range) {
      callers.push([caller, range]);
      return { status: 404, headers: {}, body: Buffer.alloc(0) };
    },
  };
  const doors = {
    authenticate: async (token: string) => (token === 'owner' ? OWNER : undefined),
    authenticateOperator: async (token: string) =>
      token === 'owner' ? undefined : token === 'new' ? { ...operator, mustEnrol: true as const } : operator,
    deviceKey: () => undefined,
  };
  const http = await open(mountFiles(files as Files, doors, ctx));
  const asked = [
    { authorization: 'owner', range: 'bytes=0-9' },
    { authorization: 'new' },
    { authorization: 'risk' },
    {},
  ];
  for (const headers of asked) await inject(http, { url: '/files/abc', headers });
  expect(callers).toEqual([
    [OWNER, 'bytes=0-9'],
    [undefined, undefined],
    [operator, undefined],
    [undefined, undefined],
  ]);
});

test('a look of an operator at a private file is noted first, other looks are not, and without the note nothing is shown', async () => {
  const notes: string[] = [];
  const shown = { headers: {}, body: Buffer.from('secret'), status: 200 } as const;
  const files: Pick<Files, 'serve'> = {
    serve: async (id) => (id === 'public' ? shown : { ...shown, isPrivate: true }),
  };
  const doors = {
    authenticate: async (token: string) => (token === 'owner' ? OWNER : undefined),
    authenticateOperator: async () => operator,
    deviceKey: () => undefined,
  };
  let fail = false;
  const db = {
    ...ctx.db,
    async transact() {
      if (fail) throw new Error('no database');
      notes.push('noted');
    },
  } as unknown as Context['db'];
  const http = await open(mountFiles(files as Files, doors, { ...ctx, db }));
  const look = (id: string, authorization?: string) =>
    inject(http, { url: `/files/${id}`, headers: authorization === undefined ? {} : { authorization } });
  for (const [id, token] of [
    ['private', 'owner'],
    ['public', 'risk'],
    ['private', undefined],
  ] as const)
    expect((await look(id, token)).body, `${id} ${token}`).toBe('secret');
  expect(notes).toEqual([]);
  expect((await look('private', 'risk')).body).toBe('secret');
  expect(notes).toEqual(['noted']);
  fail = true;
  const refused = await look('private', 'risk');
  expect(refused.statusCode).toBe(500);
  expect(refused.body).not.toContain('secret');
});

test('a logo is the uploaded picture, else the built-in one, else letters, and only of a currency that exists', async () => {
  const codes = ['BTC', 'ZZZ', 'NEW'];
  const ledger = { currencies: async () => codes.map((code) => ({ code })) } as unknown as Parameters<
    typeof mountLogos
  >[0];
  const queries = {
    maybe: async ({ values }: { readonly values: readonly unknown[] }) =>
      values.some((value) => String(value).toLowerCase() === 'new') ? { logo: '/files/l.png' } : undefined,
  } as unknown as Parameters<typeof mountLogos>[1];
  const http = await open(mountLogos(ledger, queries));
  const logo = (file: string) => inject(http, `/logos/${file}`);
  for (const [file, type] of [
    ['btc', 'image/webp'],
    ['btc.svg', 'image/svg+xml'],
    ['zzz', 'image/svg+xml'],
    ['zzz.svg', 'image/svg+xml'],
  ] as const) {
    const { statusCode, headers } = await logo(file);
    expect([statusCode, headers['content-type'], headers['cache-control']], file).toEqual([
      200,
      type,
      'public, max-age=300',
    ]);
  }
  expect((await logo('btc.svg')).body).not.toContain('<text');
  for (const file of ['zzz', 'zzz.svg']) expect((await logo(file)).body, file).toContain('>ZZZ</text>');
  for (const file of ['new', 'new.svg']) expect((await logo(file)).statusCode, file).toBe(302);
  for (const file of ['xyz', 'xyz.svg', 'BTC', 'BTC.svg', 'btc.png', 'btc.webp', '..%2fbtc.svg', 'b.svg'])
    expect((await logo(file)).statusCode, file).toBe(404);
});
