import type { IncomingMessage } from 'node:http';
import { userId } from '@karat/contract';
import { apiKeysEnded } from '@karat/domains/credentials';
import { identityRelayedTopics, sessionsEnded } from '@karat/domains/identity';
import { createBus } from '@karat/platform/bus';
import { silentLog } from '@karat/platform/log';
import { SOCKET_LIMITS } from '@karat/platform/ws';
import { expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { logOutEnded, siteOf, socketSiteOf } from './http-server.ts';
import { RELAYED_TOPICS } from './realtime.ts';

test('the end of a session or of a key is looked up on the sockets of its user, also after a failure', () => {
  const bus = createBus(() => undefined);
  const recheck = vi.fn<(user: number) => Promise<void>>(async () => undefined);
  logOutEnded({ bus, log: silentLog }, { recheck });
  recheck.mockRejectedValueOnce(new Error('away'));
  bus.publish(sessionsEnded, { userId: userId(1), sessionIds: [] });
  bus.publish(apiKeysEnded, { userId: userId(2) });
  expect(recheck.mock.calls).toEqual([[1], [2]]);
});

const SETTINGS = {
  KARAT_PROXIES: '1',
  KARAT_ORIGINS: 'https://other.example',
  KARAT_SOCKETS_PER_ADDRESS: '7',
  KARAT_RATE_FACTOR: '3',
  KARAT_METRICS_TOKEN: 'token-of-the-metrics',
  KARAT_DEFAULT_LANG: 'en',
  KARAT_LOG_SAMPLE: '5',
};

test('sockets have the address, the origins and the limits of the settings', () => {
  const { addressOf, ...site } = socketSiteOf(readConfig(SETTINGS));
  expect(site).toEqual({
    defaultLang: 'en',
    origins: ['https://other.example'],
    limits: { perAddress: 7, subscriptionsPerMinute: 3 * SOCKET_LIMITS.subscriptionsPerMinute },
  });
  const request = {
    headers: { 'x-forwarded-for': '203.0.113.9' },
    socket: { remoteAddress: '10.0.0.1' },
  } as unknown as Pick<IncomingMessage, 'headers' | 'socket'>;
  const seen = (proxies: string) => socketSiteOf(readConfig({ KARAT_PROXIES: proxies })).addressOf(request);
  expect([addressOf(request), seen('0')]).toEqual(['203.0.113.9', '10.0.0.1']);
});

test('calls have the limits of the settings, and are logged from the level of information on', () => {
  const site = siteOf(readConfig(SETTINGS));
  expect(site).toMatchObject({ metricsToken: 'token-of-the-metrics', logSample: undefined, proxies: 1 });
  expect(site.limits).toEqual({
    ...{ accountPerMinute: 1_200, addressPerMinute: 600, unknownTokensPerMinute: 60 },
    factor: 3,
  });
  expect(site.fastPaths).toContain('coin/trade');
  expect(siteOf(readConfig({ ...SETTINGS, KARAT_LOG: 'info', KARAT_FAST_PATH: '0' }))).toMatchObject({
    ...{ logSample: 5, fastPaths: undefined },
  });
});

test('a process without the role of the API has neither calls nor pages', () => {
  expect(siteOf(readConfig({ ROLES: 'work' }))).toMatchObject({ answersCalls: false, pages: [] });
  expect(siteOf(readConfig({}))).toMatchObject({
    answersCalls: true,
    pages: [{ prefix: '/' }, { prefix: '/console/' }],
  });
});

test('the events of every domain that may come from another process are relayed', async () => {
  const domains = ['chat', 'credentials', 'identity', 'messages', 'support'] as const;
  const all = await Promise.all(
    domains.map((name) => import(`@karat/domains/${name}`) as Promise<Record<string, unknown>>),
  );
  const topics = all.flatMap((exports) =>
    Object.entries(exports).flatMap(([name, value]) =>
      name.endsWith('RelayedTopics') ? (value as unknown[]) : [],
    ),
  );
  expect(new Set(RELAYED_TOPICS)).toEqual(new Set(topics));
  expect(topics.length).toBeGreaterThan(identityRelayedTopics.length);
});
