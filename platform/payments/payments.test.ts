import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import { createPaymentSimulator, readSigned, signed } from './index.ts';

const secret = Buffer.alloc(32, 7);
const now = Date.parse('2026-03-01T12:00:00Z');
const body = Buffer.from('{"a":1}');

test('a webhook is accepted with its own signature, for five minutes, and with no other', () => {
  const header = signed(secret, body, now);
  expect(readSigned(secret, header, body, now + 300_000)).toBe(true);
  expect(readSigned(secret, header, body, now + 300_001)).toBe(false);
  expect(readSigned(secret, header, body, now - 300_001)).toBe(false);
  expect(readSigned(secret, header, Buffer.from('{"a":2}'), now)).toBe(false);
  expect(readSigned(Buffer.alloc(32, 8), header, body, now)).toBe(false);
  const later = header.replace(/t=\d+/, `t=${now / 1_000 + 60}`);
  expect(readSigned(secret, later, body, now)).toBe(false);
  const [moment = '', mac = ''] = header.split(',');
  for (const odd of [
    undefined,
    '',
    't=,v1=',
    header.slice(0, -1),
    't=1e9,v1=ff',
    moment,
    mac,
    // Two moments: which one was signed would be a choice.
    `t=1,${header}`,
    `${header},t=1`,
    // A fitting signature of another scheme.
    `${moment},${mac.replace('v1', 'v0')}`,
    `${header}${',v1=00'.repeat(20)}`,
  ]) {
    expect(readSigned(secret, odd, body, now), odd).toBe(false);
  }
});

test('while a secret changes, one of several signatures has to fit', () => {
  const [moment, mac] = signed(secret, body, now).split(',');
  const [, other] = signed(Buffer.alloc(32, 8), body, now).split(',');
  expect(readSigned(secret, [moment, other, mac].join(','), body, now)).toBe(true);
  expect(readSigned(secret, [moment, mac, other, 'v0=ff'].join(','), body, now)).toBe(true);
  expect(readSigned(secret, [moment, other, other].join(','), body, now)).toBe(false);
});

test('the simulator accepts only its own links, and a second press sends the same event', async () => {
  const simulator = createPaymentSimulator(
    secret,
    () => now,
    async () => undefined,
  );
  const request = { reference: 'RF18', method: 'card' as const, amount: amount('100'), currency: 'USD' };
  const { url } = await simulator.start({ ...request, returnTo: '/#/x', lang: 'en' });
  const link = url.split('/').at(-1) ?? '';
  expect(simulator.requestOf(link)).toMatchObject(request);
  expect(simulator.requestOf(`${link.slice(0, -2)}AA`)).toBeUndefined();
  expect(simulator.requestOf('e30.e30')).toBeUndefined();
  const first = simulator.webhook(link, 'succeeded', now);
  const second = simulator.webhook(link, 'succeeded', now + 9_000);
  const read = (webhook: typeof first) => {
    const event = webhook && simulator.read(webhook.signature, webhook.body, now + 9_000);
    return event === 'ignored' ? undefined : event;
  };
  expect(read(first)).toMatchObject({ kind: 'succeeded', reference: 'RF18', amount: amount('100') });
  expect(read(first)?.id).toBe(read(second)?.id);
  expect(simulator.read(first?.signature, Buffer.from('[]'), now)).toBeUndefined();
});
