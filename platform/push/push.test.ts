import { createPublicKey, verify } from 'node:crypto';
import { virtualClock } from '@karat/platform/clock';
import { seededRandom } from '@karat/platform/random';
import { openPushReceiver } from '@karat/platform/testing';
import { expect, test } from 'vitest';
import { TEXT_BYTES_MAX, areKeysValid, encryptPush } from './encrypt.ts';
import { PUSH_SERVICES, isPublicAddress, readEndpoint } from './endpoint.ts';
import { createPush } from './push.ts';
import { createVapid } from './vapid.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  key: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

/** RFC 8292, section 2.4. */
const TOKEN =
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA';
const TOKEN_KEY = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

function isSigned(token: string, publicKey: string): boolean {
  const point = bytes(publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  );
}

test('a message is encrypted as in the example of RFC 8291', () => {
  const body = encryptPush(Buffer.from(EXAMPLE.text), EXAMPLE, EXAMPLE);
  expect(body.toString('base64url')).toBe(EXAMPLE.body);
});

test('a message that does not fit into one record is refused', () => {
  expect(encryptPush(Buffer.alloc(TEXT_BYTES_MAX), EXAMPLE, EXAMPLE)).toHaveLength(4_096);
  expect(() => encryptPush(Buffer.alloc(TEXT_BYTES_MAX + 1), EXAMPLE, EXAMPLE)).toThrow(RangeError);
});

test('keys that are no point of the curve or have another length are not valid', () => {
  expect(areKeysValid(EXAMPLE)).toBe(true);
  const offCurve = Buffer.from(EXAMPLE.p256dh);
  offCurve[64] = (offCurve[64] ?? 0) ^ 1;
  expect(areKeysValid({ ...EXAMPLE, p256dh: offCurve })).toBe(false);
  expect(areKeysValid({ ...EXAMPLE, p256dh: EXAMPLE.p256dh.subarray(1) })).toBe(false);
  expect(areKeysValid({ ...EXAMPLE, auth: EXAMPLE.auth.subarray(1) })).toBe(false);
});

test('the token of the server has the form of RFC 8292 and is signed by the key that it names', () => {
  expect(isSigned(TOKEN, TOKEN_KEY)).toBe(true);
  const vapid = createVapid(EXAMPLE.key, 'mailto:push@example.com');
  const header = vapid.authorization('https://push.example.net', 1_453_523_768_000 - 12 * 3_600_000);
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/u.exec(header) ?? [];
  expect(key).toBe(vapid.publicKey);
  expect(token.split('.').slice(0, 2)).toEqual(TOKEN.split('.').slice(0, 2));
  expect(isSigned(token, key)).toBe(true);
  expect(isSigned(token, TOKEN_KEY)).toBe(false);
});

test('a subscription is gone where its service says so, or is not allowed any more; any other refusal is a failure', async () => {
  const context = { clock: virtualClock(), random: seededRandom('push') };
  const options = { secret: EXAMPLE.key, contact: 'mailto:push@example.com' };
  const push = createPush(context, { ...options, hosts: ['127.0.0.1'] });
  const receiver = await openPushReceiver(() => push.publicKey);
  const { endpoint, p256dh, auth } = receiver.subscription;
  const target = { endpoint, p256dh: bytes(p256dh), auth: bytes(auth) };
  const message = { text: 'Hello', ttlS: 3_600, urgency: 'high' } as const;
  expect(await push.send(target, message)).toBe('sent');
  expect(receiver.received).toMatchObject([{ text: 'Hello', headers: { ttl: '3600', urgency: 'high' } }]);
  for (const status of [404, 410]) {
    receiver.status = status;
    expect(await push.send(target, message), String(status)).toBe('gone');
  }
  for (const status of [302, 400, 429, 500]) {
    receiver.status = status;
    await expect(push.send(target, message)).rejects.toThrow(String(status));
  }
  const requests = receiver.requests();
  const other = createPush(context, { ...options, hosts: ['push.example'] });
  expect(await other.send(target, message)).toBe('gone');
  expect(receiver.requests()).toBe(requests);
  await receiver.close();
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-sg2p.notify.windows.com/w/?token=a', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com/x#y', false],
  ['https://fcm.googleapis.com.evil.example/x', false],
  ['https://evil.example/fcm.googleapis.com', false],
  ['https://push.apple.com.evil.example/', false],
  ['https://evilpush.apple.com/', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/x', false],
  ['file:///etc/passwd', false],
  [`https://fcm.googleapis.com/${'x'.repeat(1_000)}`, false],
])('the endpoint %s is allowed: %s', (endpoint, isAllowed) => {
  expect(readEndpoint(endpoint, PUSH_SERVICES) !== undefined).toBe(isAllowed);
});

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['172.16.0.1', '100.127.255.255', '192.0.0.1', '198.19.255.255', '203.0.113.1', '240.0.0.1'],
  ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', '::ffff:10.0.0.1'],
  ...['64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', 'localhost', ''],
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  '198.17.255.255',
  '198.20.0.1',
  '172.32.0.1',
  '100.128.0.1',
  '142.250.72.10',
  '2a00:1450:4001:80f::200a',
  '8.8.8.8',
])('%s is a public address', (address) => expect(isPublicAddress(address)).toBe(true));
