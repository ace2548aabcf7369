import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReplyOf } from '../../lib/calls.ts';
import { openApp, server } from '../../testing/app.tsx';

type Preference = ReplyOf<'mailMessage/preferences'>[number];

const ALERTS: Preference = { group: 'alerts', in_app: true, mail: false, push: true, fixed: [] };
const PROTECTED: Preference = {
  group: 'security',
  in_app: true,
  mail: true,
  push: true,
  fixed: ['in_app', 'mail'],
};
const SUBSCRIPTION = { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'p', auth: 'a' } };

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A browser with a service worker; returns how often it asked for permission and what is subscribed. */
function stubBrowser(permission: 'granted' | 'denied', isRegistered = true) {
  const browser = { registered: [] as string[], asked: 0, subscribed: undefined as unknown, ended: 0 };
  const subscription = {
    ...{ endpoint: SUBSCRIPTION.endpoint, toJSON: () => SUBSCRIPTION },
    unsubscribe: async () => {
      browser.ended += 1;
      browser.subscribed = undefined;
    },
  };
  const pushManager = {
    getSubscription: async () => (browser.subscribed === undefined ? null : subscription),
    subscribe: async (options: unknown) => {
      browser.subscribed = options;
      return subscription;
    },
  };
  const serviceWorker = {
    getRegistration: async () => (isRegistered ? { pushManager } : undefined),
    register: async (path: string) => {
      browser.registered.push(path);
      return { pushManager };
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    permission: 'default',
    requestPermission: async () => {
      browser.asked += 1;
      return permission;
    },
  });
  return browser;
}

async function openSettings() {
  server

    .reply('mailMessage/preferences', [PROTECTED, ALERTS])
    .reply('push/config', { public_key: 'BKey' });
  const user = await openApp('/pages/setting/notifications');
  const section = await screen.findByRole('heading', { name: 'Price alerts' });
  return { user, alerts: within(section.parentElement ?? document.body) };
}

test('each way of a group is switched apart, and what protects the account is always on', async () => {
  const { user, alerts } = await openSettings();
  expect(screen.getAllByText('Always on')).toHaveLength(2);
  server.reply('mailMessage/setPreference', []);
  const { release } = server.hold('mailMessage/setPreference');
  const mail = alerts.getByRole('switch', { name: 'E-mail' });
  await user.click(mail);
  expect(mail).toHaveProperty('checked', true);
  release();
  await waitFor(() =>
    expect(server.sent('mailMessage/setPreference')).toEqual([{ group: 'alerts', way: 'mail', on: 'true' }]),
  );
  await screen.findByText(/Not available in this browser/u);
});

test('permission is asked only after the switch is turned on, and turning it off ends the subscription', async () => {
  const browser = stubBrowser('granted');
  const { user } = await openSettings();
  const device = await screen.findByRole('switch', { name: /Push on this device/u });
  expect(browser.asked).toBe(0);
  server.reply('push/subscribe', 'ok').reply('push/unsubscribe', 'ok');
  await user.click(device);
  await waitFor(() => expect(device).toHaveProperty('checked', true));
  expect(browser).toMatchObject({ asked: 1, subscribed: { applicationServerKey: 'BKey' } });
  await waitFor(() =>
    expect(server.sent('push/subscribe')).toEqual([
      { endpoint: SUBSCRIPTION.endpoint, p256dh: 'p', auth: 'a' },
    ]),
  );
  await user.click(device);
  await waitFor(() => expect(browser.ended).toBe(1));
  await waitFor(() => expect(server.sent('push/unsubscribe')).toEqual([{ endpoint: SUBSCRIPTION.endpoint }]));
});

test('settings that are opened before the service worker is there register it', async () => {
  const browser = stubBrowser('granted', false);
  await openSettings();
  expect(await screen.findByRole('switch', { name: /Push on this device/u })).toHaveProperty(
    'checked',
    false,
  );
  expect(new Set(browser.registered)).toEqual(new Set(['./sw.js']));
});

test('a person who declines is not subscribed', async () => {
  const browser = stubBrowser('denied');
  const { user } = await openSettings();
  await user.click(await screen.findByRole('switch', { name: /Push on this device/u }));
  await waitFor(() => expect(browser.asked).toBe(1));
  expect(browser.subscribed).toBeUndefined();
  expect(server.sent('push/subscribe')).toEqual([]);
});
