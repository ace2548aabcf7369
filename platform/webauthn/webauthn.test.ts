import { randomBytes } from 'node:crypto';
import { softAuthenticator } from '@karat/testkit';
import { expect, test } from 'vitest';
import {
  newChallenge,
  readAuthentication,
  readRegistration,
  registerOptions,
  signOptions,
  siteOf,
  verifyRegistration,
  verifySignature,
} from './index.ts';
import type { NewPasskey, Site } from './index.ts';

const SITE: Site = { origin: 'https://karat.example', domain: 'karat.example' };
const OTHER: Site = { origin: 'https://evil.example', domain: 'evil.example' };
const random = { bytes: (count: number): Buffer => randomBytes(count) };

type Device = ReturnType<typeof softAuthenticator>;
const register = (device: Pick<Device, 'register'>, origin = SITE.origin) => {
  const challenge = newChallenge(random);
  return readRegistration(device.register({ challenge }, origin)) ?? expect.fail('not read');
};
const sign = (device: Pick<Device, 'sign'>, origin = SITE.origin) => {
  const challenge = newChallenge(random);
  return readAuthentication(device.sign({ challenge }, origin)) ?? expect.fail('not read');
};
const keyOf = async (device: Device): Promise<NewPasskey> =>
  (await verifyRegistration(register(device), SITE)) ?? expect.fail('not verified');

test('a challenge has 256 bits and is never the same', () => {
  const some = Array.from({ length: 20 }, () => newChallenge(random));
  for (const each of some) expect(Buffer.from(each, 'base64url')).toHaveLength(32);
  expect(new Set(some).size).toBe(20);
});

test('a passkey is accepted as it was created, and its signatures count on', async () => {
  const device = softAuthenticator(SITE.domain);
  const passkey = await keyOf(device);
  expect(passkey).toMatchObject({ counter: 1, transports: [], synced: false });
  expect(await verifySignature(sign(device), SITE, passkey)).toBe(2);
  expect(await verifySignature(sign(device), SITE, { ...passkey, counter: 2 })).toBe(3);
});

test('a signature whose counter has not grown is refused: the authenticator may have been copied', async () => {
  const device = softAuthenticator(SITE.domain);
  const passkey = await keyOf(device);
  expect(await verifySignature(sign(device), SITE, { ...passkey, counter: 2 })).toBeUndefined();
  expect(await verifySignature(sign(device), SITE, { ...passkey, counter: 4 })).toBeUndefined();
  expect(await verifySignature(sign(device), SITE, { ...passkey, counter: 3 })).toBe(4);
});

test('an authenticator that has not verified its user is refused, at both ends', async () => {
  const device = softAuthenticator(SITE.domain);
  expect(await verifyRegistration(register(device.withoutVerification), SITE)).toBeUndefined();
  const passkey = await keyOf(device);
  expect(await verifySignature(sign(device.withoutVerification), SITE, passkey)).toBeUndefined();
  expect(await verifySignature(sign(device), SITE, passkey)).toBe(4);
});

test('another page, another domain, another challenge and another key are refused', async () => {
  const device = softAuthenticator(SITE.domain);
  const passkey = await keyOf(device);
  expect(await verifyRegistration(register(device, OTHER.origin), SITE)).toBeUndefined();
  expect(await verifyRegistration(register(softAuthenticator(OTHER.domain)), SITE)).toBeUndefined();
  const made = { ...register(device), challenge: newChallenge(random) };
  expect(await verifyRegistration(made, SITE)).toBeUndefined();
  expect(await verifySignature(sign(device, OTHER.origin), SITE, passkey)).toBeUndefined();
  expect(await verifySignature(sign(device), { ...SITE, domain: OTHER.domain }, passkey)).toBeUndefined();
  const signed = { ...sign(device), challenge: newChallenge(random) };
  expect(await verifySignature(signed, SITE, passkey)).toBeUndefined();
  const { publicKey } = await keyOf(softAuthenticator(SITE.domain));
  expect(await verifySignature(sign(device), SITE, { ...passkey, publicKey })).toBeUndefined();
});

test('malformed responses are not read', () => {
  const device = softAuthenticator(SITE.domain);
  const good = JSON.parse(device.sign({ challenge: newChallenge(random) }, SITE.origin)) as {
    response: Record<string, unknown>;
  };
  const read = (change: object, response: object = {}) =>
    readAuthentication(JSON.stringify({ ...good, ...change, response: { ...good.response, ...response } }));
  expect(read({})).toBeDefined();
  expect(read({}, { userHandle: 'abc' })?.response.response.userHandle).toBe('abc');
  for (const text of ['', '{', 'null', '[]', '{}']) {
    expect(readAuthentication(text)).toBeUndefined();
    expect(readRegistration(text)).toBeUndefined();
  }
  expect(read({ type: 'password' })).toBeUndefined();
  expect(read({ id: 'a b' })).toBeUndefined();
  expect(read({}, { signature: '+/' })).toBeUndefined();
  const withChallenge = (challenge: string) =>
    Buffer.from(JSON.stringify({ challenge })).toString('base64url');
  expect(read({}, { clientDataJSON: withChallenge('') })).toBeUndefined();
  expect(read({}, { clientDataJSON: withChallenge('abc') })?.challenge).toBe('abc');
});

test('a page may use passkeys if its origin is known, or if it has one where any is its own', () => {
  const known = [SITE.origin, 'https://app.karat.example:8443'];
  expect(siteOf(known, { origin: SITE.origin })).toEqual(SITE);
  expect(siteOf(known, { origin: 'https://app.karat.example:8443' })?.domain).toBe('app.karat.example');
  for (const origin of [
    'https://karat.example.evil.example',
    'http://karat.example',
    OTHER.origin,
    undefined,
  ])
    expect(siteOf(known, { origin })).toBeUndefined();
  expect(siteOf('own', { origin: OTHER.origin })).toEqual(OTHER);
  expect(siteOf('own', { origin: undefined })).toBeUndefined();
});

test('options ask for a key that is kept on the device, a verified user, and none that is known', async () => {
  const asked = { site: SITE, challenge: newChallenge(random), timeoutMs: 300_000 };
  const known = [{ credentialId: 'AAAA' }, { credentialId: 'BBBB' }];
  const user = { id: '7', name: 'ann', displayName: 'Ann' };
  expect(await registerOptions({ ...asked, siteName: 'Karat', user, known })).toMatchObject({
    challenge: asked.challenge,
    timeout: 300_000,
    rp: { id: SITE.domain, name: 'Karat' },
    user: { id: Buffer.from('7').toString('base64url'), name: 'ann', displayName: 'Ann' },
    excludeCredentials: [{ id: 'AAAA' }, { id: 'BBBB' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const signed = await signOptions({ ...asked, known });
  expect(signed).toMatchObject({
    challenge: asked.challenge,
    timeout: 300_000,
    rpId: SITE.domain,
    userVerification: 'required',
    allowCredentials: [{ id: 'AAAA' }, { id: 'BBBB' }],
  });
  expect((await signOptions(asked))['allowCredentials']).toBeUndefined();
});
