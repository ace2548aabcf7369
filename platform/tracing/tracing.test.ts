import { systemClock, virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { openTracer } from '@karat/platform/tracing';
import type { RunningTracer, Span, TracingOptions } from '@karat/platform/tracing';
import { openOtlpReceiver } from '@karat/platform/testing';
import type { OtlpReceiver, ReceivedSpan } from '@karat/platform/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await openOtlpReceiver();
});
afterEach(() => receiver.close());

const open = (options: Partial<TracingOptions> = {}): Promise<RunningTracer> =>
  openTracer(
    { endpoint: receiver.url, headers: {}, ratio: 1, serviceName: 'karat', trustsCallers: false, ...options },
    { clock: systemClock, log: silentLog, version: '1.2.3' },
  );
const begun = (span: Span | undefined): Span => {
  if (span === undefined) throw new Error('not sampled');
  return span;
};
const named = (name: string): ReceivedSpan => {
  const found = receiver.spans.find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name}`);
  return found;
};

test('the end of a tracer exports what is queued, with name, version and headers', async () => {
  const tracer = await open({
    serviceName: 'karat-eu',
    headers: { 'x-token': 'abc' },
    endpoint: `${receiver.url}/`,
  });
  begun(tracer.startRequest('coin/trade', { 'karat.call': 'coin/trade' })).end();
  await tracer.close();
  expect(named('coin/trade')).toMatchObject({ parentSpanId: '', attributes: { 'karat.call': 'coin/trade' } });
  expect(receiver.resources).toEqual([{ 'service.name': 'karat-eu', 'service.version': '1.2.3' }]);
  expect(receiver.headers['x-token']).toBe('abc');
  expect(tracer.counts()).toEqual({ exported: 1, dropped: 0 });
});

test('a step belongs to the running span, over awaits, and to none once that has ended', async () => {
  const tracer = await open();
  const request = begun(tracer.startRequest('call', {}));
  await tracer.within(request, async () => {
    await Promise.resolve();
    begun(tracer.startChild('inner', { 'db.system.name': 'postgresql' }, 'client')).end('40001');
    expect(tracer.within(undefined, () => tracer.startChild('outside'))).toBeUndefined();
    request.end();
    expect(tracer.isTracing()).toBe(false);
    expect(tracer.startChild('late')).toBeUndefined();
  });
  expect(tracer.startChild('outside')).toBeUndefined();
  await tracer.close();
  expect(named('inner')).toMatchObject({
    traceId: named('call').traceId,
    parentSpanId: named('call').spanId,
    attributes: { 'error.type': '40001' },
    status: { code: 2, message: '' },
  });
  expect(receiver.spans).toHaveLength(2);
});

test('a batch has a trace of its own that is linked to the sampled requests', async () => {
  const tracer = await open();
  const one = begun(tracer.startRequest('one', {}));
  const two = begun(tracer.startRequest('two', {}));
  expect(tracer.startLinked('batch', [])).toBeUndefined();
  const batch = begun(tracer.within(one, () => tracer.startLinked('batch', [one, two])));
  one.link(batch);
  for (const span of [one, two, batch]) span.end();
  await tracer.close();
  const { traceId, spanId, parentSpanId, links } = named('batch');
  expect(parentSpanId).toBe('');
  expect([named('one').traceId, named('two').traceId]).not.toContain(traceId);
  expect(links.map((link) => link.spanId)).toEqual([named('one').spanId, named('two').spanId]);
  expect(named('one').links).toMatchObject([{ traceId, spanId }]);
});

test('the ratio decides which traces are recorded', async () => {
  const none = await open({ ratio: 0 });
  expect(none.startRequest('call', {})).toBeUndefined();
  await none.close();
  const some = await open({ ratio: 0.1 });
  const sampled = Array.from({ length: 2_000 }, () => some.startRequest('call', {})).filter(Boolean);
  expect(sampled.length).toBeGreaterThan(100);
  expect(sampled.length).toBeLessThan(400);
  await some.close();
});

test('the trace of a caller is continued only if callers are trusted, with its decision', async () => {
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  const wary = await open();
  begun(wary.startRequest('wary', {}, traceparent)).end();
  await wary.close();
  expect(named('wary')).toMatchObject({ parentSpanId: '' });
  expect(named('wary').traceId).not.toBe(TRACE);
  const trusting = await open({ trustsCallers: true, ratio: 0 });
  begun(trusting.startRequest('trusting', {}, traceparent)).end();
  expect(trusting.startRequest('unsampled', {}, `00-${TRACE}-${PARENT}-00`)).toBeUndefined();
  expect(trusting.startRequest('malformed', {}, 'x')).toBeUndefined();
  await trusting.close();
  expect(named('trusting')).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
});

test.each([
  '',
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
])('the traceparent "%s" is malformed', (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

test('spans of an unreachable collector are dropped and counted, and the end of the tracer waits at most two seconds', async () => {
  const silent = await openOtlpReceiver('silent');
  const clock = virtualClock();
  const tracer = await openTracer(
    { endpoint: silent.url, headers: {}, ratio: 1, serviceName: 'karat', trustsCallers: false },
    { clock, log: silentLog, version: '1.2.3' },
  );
  // The first 256 are in flight, 4,096 wait.
  for (let count = 0; count < 5_000; count += 1) tracer.startRequest('call', {})?.end();
  expect(tracer.counts()).toEqual({ exported: 0, dropped: 5_000 - 4_096 - 256 });
  const closed = tracer.close();
  clock.advance(2_000);
  await closed;
  expect(tracer.counts()).toEqual({ exported: 0, dropped: 5_000 });
  await silent.close();
});
