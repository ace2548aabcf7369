import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { contract } from '@karat/contract';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { openOtlpReceiver } from '@karat/platform/testing';
import type { OtlpReceiver, ReceivedSpan } from '@karat/platform/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { openClient } from './testing/client.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

let running: TestServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  running = await startTestServer(database, settings);
  return running;
}
const tracedTo = (endpoint: string): Promise<TestServer> =>
  start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '1' });

const QUANTITY = '0.00123';
/** An order far below the index, which stays open. */
async function orderOf(server: TestServer) {
  const { price } = await server.reply('market/index', { body: { match_id: 1 } });
  const target_price = String(Math.round(Number(price) / 10) * 10 - 200);
  return { currency_id: 1, legal_id: 3, type: 1, amount: QUANTITY, target_price };
}

const PATHS = new Set(Object.values(contract).flatMap((group) => Object.keys(group)));
const WORD = /^[a-z][a-z0-9_]*$/;
/** Every attribute that a span may have, and its form; none of them can hold what belongs to a person. */
const ALLOWED: Readonly<Record<string, (value: string | number) => boolean>> = {
  'karat.call': (value) => PATHS.has(String(value)),
  'karat.request_id': (value) => /^[0-9a-f]{10}-[0-9a-z]{1,6}$/.test(String(value)),
  'karat.user_kind': (value) => ['visitor', 'user', 'program', 'operator'].includes(String(value)),
  'karat.outcome': (value) => WORD.test(String(value)),
  'karat.batch.size': (value) => typeof value === 'number' && value >= 1 && value <= 1_000,
  'db.system.name': (value) => value === 'postgresql',
  'db.operation.name': (value) => WORD.test(String(value)),
  'db.collection.name': (value) => WORD.test(String(value)),
  'error.type': (value) => /^[0-9A-Z]{5}$|^[a-z_]+$/.test(String(value)),
};
function strangeIn(spans: readonly ReceivedSpan[]): string[] {
  return spans.flatMap(({ name, attributes, events, status }) => [
    ...Object.entries(attributes)
      .filter(([key, value]) => ALLOWED[key]?.(value) !== true)
      .map(([key, value]) => `${name}: ${key} = ${value}`),
    ...(/^[a-z][a-z0-9_ /]*$/.test(name) ? [] : [name]),
    ...(events.length === 0 ? [] : [`${name} has events`]),
    ...(status.message === '' ? [] : [`${name}: ${status.message}`]),
  ]);
}

/** The steps of one request to an engine: its span, its wait in the queue, the batch, and a statement of the batch. */
async function stepsOf(receiver: OtlpReceiver, request: ReceivedSpan, queue = 'spot queue') {
  const wait = await receiver.find(
    ({ name, parentSpanId }) => name === queue && parentSpanId === request.spanId,
  );
  const [link] = wait.links;
  const batch = await receiver.find(({ spanId }) => spanId === link?.spanId);
  const statement = await receiver.find(
    ({ parentSpanId, kind }) => parentSpanId === batch.spanId && kind === 3,
  );
  return { wait, batch, statement };
}

test('an order is traced from its request over its batch to the statement that commits it', async () => {
  const receiver = await openOtlpReceiver();
  const server = await tracedTo(receiver.url);
  const token = await server.login('alice');
  const order = await orderOf(server);
  const placed = await server.reply('coin/trade', { token, body: order });
  const isOrder = ({ name, attributes }: ReceivedSpan): boolean =>
    name === 'coin/trade' && attributes['karat.outcome'] === 'ok';
  const request = await receiver.find(isOrder);
  const { wait, batch, statement } = await stepsOf(receiver, request);
  expect(request).toMatchObject({
    parentSpanId: '',
    kind: 2,
    attributes: { 'karat.call': 'coin/trade', 'karat.user_kind': 'user' },
  });
  expect(wait.traceId).toBe(request.traceId);
  expect(batch).toMatchObject({
    name: 'spot batch',
    parentSpanId: '',
    attributes: { 'karat.batch.size': 1 },
  });
  expect(batch.traceId).not.toBe(request.traceId);
  expect(batch.links).toEqual([expect.objectContaining({ traceId: wait.traceId, spanId: wait.spanId })]);
  expect(statement).toMatchObject({ traceId: batch.traceId, attributes: { 'db.system.name': 'postgresql' } });

  const socket = await openClient(server.url, token);
  await socket.call('coin/cancel', { id: placed.id });
  socket.close();
  const cancelled = await receiver.find(({ name }) => name === 'coin/cancel');
  expect((await stepsOf(receiver, cancelled)).batch.name).toBe('spot batch');

  const margin = { currency_id: 3, number: '2000', from_field: 'change', to_field: 'lever' };
  expect(await server.ask('wallet/change', { token, body: margin })).toMatchObject({ type: 'ok' });
  const body = {
    currency_id: 1,
    legal_id: 3,
    type: 1,
    status: 1,
    share: '1',
    multiple: 10,
    margin_mode: 'isolated',
  };
  expect(await server.ask('lever/submit', { token, body })).toMatchObject({ type: 'ok' });
  const submit = await receiver.find(({ name }) => name === 'lever/submit');
  const contracts = await stepsOf(receiver, submit, 'contracts queue');
  expect(contracts.batch).toMatchObject({
    name: 'contracts batch',
    links: [{ spanId: contracts.wait.spanId }],
  });

  await server.ask('coin/trade', { body: order, key: 'traceless' });
  const refused = await receiver.find(
    ({ name, attributes }) => name === 'coin/trade' && attributes['karat.outcome'] !== 'ok',
  );
  expect(refused.attributes).toMatchObject({ 'karat.outcome': 'unauthenticated' });
  expect(refused.attributes).not.toHaveProperty('karat.user_kind');
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/^karat_trace_spans_exported_total [1-9]/m);
  expect(metrics).toMatch(/^karat_trace_spans_dropped_total 0$/m);
  await server.close();

  expect(receiver.spans.some(({ name }) => name === 'commit')).toBe(true);
  expect(strangeIn(receiver.spans)).toEqual([]);
  const personal = [
    token,
    QUANTITY,
    order.target_price,
    'alice',
    'demo.karat.example',
    '127.0.0.1',
    'karat-alice',
  ];
  expect(personal.filter((text) => receiver.raw.includes(text))).toEqual([]);
  await receiver.close();
});

/** An address at which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test.each(['dead', 'silent'] as const)(
  'a %s collector changes no answer, and its spans are counted as lost',
  async (mode) => {
    const silent = mode === 'silent' ? await openOtlpReceiver('silent') : undefined;
    const server = await tracedTo(silent?.url ?? (await closedPort()));
    const { tracer } = server.server.ctx;
    const token = await server.login('alice');
    const order = await orderOf(server);
    const placed = await server.reply('coin/trade', { token, body: order });
    expect(placed).toMatchObject({ amount: QUANTITY, status: 1 });
    expect(await server.ask('coin/cancel', { token, body: { id: placed.id } })).toMatchObject({ type: 'ok' });
    expect(await server.ask('coin/cancel', { token, body: { id: placed.id } })).toMatchObject({
      error: 'order_not_open',
    });
    await server.close();
    expect(tracer?.counts()).toMatchObject({ exported: 0 });
    expect(tracer?.counts().dropped).toBeGreaterThan(5);
    await silent?.close();
  },
);

test('a server without a collector records nothing', async () => {
  const server = await start();
  expect(server.server.ctx.tracer).toBeUndefined();
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('karat_trace_');
});
