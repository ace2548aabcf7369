import { OPERATOR_ROLES, contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

let database: PreparedDatabase;
let server: TestServer;
const tokens = new Map<string, string>();
beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  for (const role of OPERATOR_ROLES) tokens.set(role, await server.loginOperator(role));
  tokens.set('user', await server.login('alice'));
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Operator calls with their roles. */
const calls: readonly (readonly [string, Call, readonly string[]])[] = Object.values(contract)
  .flatMap((room) => Object.entries<Call>(room))
  .flatMap(([path, call]) =>
    typeof call.who === 'object' ? [[path, call, call.who.operator] as const] : [],
  );

const errorOf = async (path: string, { method }: Call, who: string): Promise<string | undefined> =>
  (await server.ask(path, { method, token: tokens.get(who), ...(method === 'GET' ? {} : { body: {} }) }))
    .error;

test('no operator call is available to a user', async () => {
  expect(calls.length).toBeGreaterThan(60);
  for (const [path, call] of calls) {
    const error = await errorOf(path, call, 'user');
    expect(['unauthenticated', 'forbidden'], path).toContain(error);
  }
});

test('every operator call is refused to each role outside of its list, and to no other', async () => {
  let refused = 0;
  for (const [path, call, roles] of calls) {
    if (path === 'console/logout') continue;
    for (const role of OPERATOR_ROLES) {
      const error = await errorOf(path, call, role);
      if (roles.includes(role)) expect(error, `${role} ${path}`).not.toBe('forbidden');
      else expect(error, `${role} ${path}`).toBe('forbidden');
      refused += roles.includes(role) ? 0 : 1;
    }
  }
  expect(refused).toBeGreaterThan(60);
});
