import { FakeServer } from '@karat/fake-server';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import {
  closeSession,
  deviceToken,
  keepDeviceToken,
  keepUser,
  openSession,
  readSession,
  useSession,
} from './session.ts';
import { USER } from '../testing/fixtures.ts';
import { shellText } from './shell-text.ts';
import { storage } from './storage.ts';

const server = new FakeServer();
const sent: Headers[] = [];

beforeEach(async () => {
  await shellText.load('en');
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    sent.push(new Headers(init.headers));
    return server.fetch(address, init);
  });
});

afterEach(() => {
  closeSession();
  server.reset();
  sent.length = 0;
  vi.unstubAllGlobals();
});

test('a logout ends the pushes of this device, which stays known', () => {
  openSession('first');
  keepDeviceToken('device-1');
  storage.write('push', { endpoint: 'https://push.example/1' });
  closeSession();
  expect(storage.read('push') ?? null).toBeNull();
  expect([readSession().token, deviceToken()]).toEqual([null, 'device-1']);
});

test('an answer to a former session does not end the present one', async () => {
  openSession('first');
  server.refuse('user/info', 'unauthenticated', 'Log in again.');
  const { release } = server.hold('user/info');
  const answer = api.get('user/info', {}).catch((error: unknown) => error);
  await waitFor(() => expect(server.received('user/info')).toHaveLength(1));
  openSession('second');
  release();
  await answer;
  expect(readSession().token).toBe('second');
});

test('a visitor is recognised by the device, a user by the session', async () => {
  keepDeviceToken('device-1');
  server.reply('fiat_rates', { data: [], saved_ms: null, source: 'fixed' });
  await api.get('fiat_rates', {});
  openSession('first');
  await api.get('fiat_rates', {});
  expect(sent.map((headers) => [headers.get('authorization'), headers.get('x-karat-device')])).toEqual([
    [null, 'device-1'],
    ['first', null],
  ]);
});

test('another session begins without the account of the one before, here and in the browser', () => {
  openSession('first');
  keepUser(USER);
  expect(readSession().user?.uid).toBe(USER.uid);
  openSession('second');
  expect([useSession.getState().user, readSession().user]).toEqual([null, null]);
  keepUser(USER);
  closeSession();
  expect([useSession.getState(), readSession()]).toEqual([
    { token: null, user: null },
    { token: null, user: null },
  ]);
});
