import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerOf } from './banner.ts';
import { readConfig } from './config.ts';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

let database: TestDatabase;
let worker: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  worker = await startTestServer(database, { ROLES: 'work' });
});
afterAll(async () => {
  await worker.close();
  await database.drop();
});

test('a work-only process has probes, and serves no page, call, picture or document', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect((await fetch(worker.url + path)).status, path).toBe(200);
  const served = ['/', '/console/', '/console', '/docs', '/openapi.json', '/logos/btc'];
  for (const path of [...served, '/files/1', '/simulator/pay/1'])
    expect((await fetch(worker.url + path)).status, path).toBe(404);
  expect(
    await worker.ask('user/login', { method: 'POST', body: { user_string: 'x', password: 'y' } }),
  ).toMatchObject({
    type: 'error',
  });
});

test('it prints its roles and the address of its probes, no app and no logins', () => {
  const lines = bannerOf(worker.server, readConfig({ ROLES: 'work' }), 1_200);
  expect(lines.join('\n')).toContain('roles work (1.2 s)');
  expect(lines.join('\n')).toContain('/readyz');
  expect(lines.join('\n')).not.toMatch(/App|Console|Logins|demo/);
  expect(bannerOf(worker.server, readConfig({}), 1_200).join('\n')).toMatch(/App +http/);
});
