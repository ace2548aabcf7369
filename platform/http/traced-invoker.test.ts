import { systemClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { inject, openOtlpReceiver, openShop } from '@karat/platform/testing';
import type { OtlpReceiver, ReceivedSpan } from '@karat/platform/testing';
import { openTracer } from '@karat/platform/tracing';
import type { RunningTracer } from '@karat/platform/tracing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Http } from './index.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const FORM = 'application/x-www-form-urlencoded';

let receiver: OtlpReceiver;
let tracer: RunningTracer;
let http: Http;

beforeAll(async () => {
  receiver = await openOtlpReceiver();
  const options = { endpoint: receiver.url, headers: {}, ratio: 1, serviceName: 'shop', trustsCallers: true };
  tracer = await openTracer(options, { clock: systemClock, log: silentLog, version: '1' });
  http = await openShop(undefined, { tracer });
});
afterAll(async () => {
  await http?.close();
  await tracer?.close();
  await receiver?.close();
});

/** Makes a call; returns its span, found by the id of the request. */
async function spanOf(
  path: string,
  payload: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReceivedSpan> {
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  const response = await inject(http, {
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': FORM, traceparent, ...headers },
    payload,
  });
  const id = String(response.headers['x-request-id']);
  return receiver.find(({ attributes }) => attributes['karat.request_id'] === id);
}

test('a call is one span of the trace of its proxy, with outcome and kind of its caller', async () => {
  expect(await spanOf('shop/echo', 'word=a')).toMatchObject({
    name: 'shop/echo',
    traceId: TRACE,
    parentSpanId: PARENT,
    attributes: { 'karat.call': 'shop/echo', 'karat.outcome': 'ok', 'karat.user_kind': 'visitor' },
    status: { code: 0 },
  });
  const desk = await spanOf('office/desk', '', { authorization: 'support' });
  expect(desk.attributes).toMatchObject({ 'karat.outcome': 'ok', 'karat.user_kind': 'operator' });
});

test('a refusal is an outcome, and only a failure of the server is an error', async () => {
  const refused = await spanOf('shop/echo', '');
  expect(refused).toMatchObject({ attributes: { 'karat.outcome': 'parameter_error' }, status: { code: 0 } });
  const failed = await spanOf('shop/broken', 'how=throw');
  expect(failed).toMatchObject({
    attributes: { 'karat.outcome': 'internal_error', 'error.type': 'internal_error' },
    status: { code: 2, message: '' },
  });
  expect(receiver.raw).not.toContain('secret detail');
});

test('a call that takes a file is a span too', async () => {
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc\r\n--x--\r\n';
  const type = 'multipart/form-data; boundary=x';
  const span = await spanOf('shop/picture', file, { authorization: 'alice', 'content-type': type });
  expect(span.attributes).toMatchObject({ 'karat.call': 'shop/picture', 'karat.user_kind': 'user' });
});
