import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@karat/rules';
import { createPreparedDatabase, placeDemoKeys } from '@karat/testkit';
import type { PreparedDatabase } from '@karat/testkit';
import { readConfig } from '../config.ts';
import { realHostEnvironment } from '../host-environment.ts';
import type { HostEnvironment } from '../host-environment.ts';
import { createServer } from '../server.ts';
import type { Server } from '../server.ts';
import { apiClientAt } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { clockAt } from './hours.ts';

/** The whole server in this process, on its own database. */
export interface TestServer extends ApiClient {
  readonly server: Server;
  readonly url: string;
  close(): Promise<void>;
}

/** A database and, if a demonstration has run on it, the folder of its files. */
type ServerDatabase = Pick<PreparedDatabase, 'url'> & Partial<Pick<PreparedDatabase, 'directory'>>;

/**
 * Creates a database on which a demonstration has run, which costs a start half of its time. `start` is the time to which the
 * tests set their clock, unix ms; without one they have the machine's.
 */
export const createDemoDatabase = (start?: number): Promise<PreparedDatabase> =>
  createPreparedDatabase(`demo_${start ?? 'now'}`, async (url, directory) => {
    // Earlier than the tests: what has been written lies in their past.
    const machine = start === undefined ? {} : { clock: clockAt(start - MINUTE_MS) };
    const server = await startTestServer({ url }, { KARAT_DATA: directory }, machine);
    await server.close();
  });

/**
 * Starts a demonstration on a migrated database, with quiet bots, checked replies and high rate limits; `settings` are
 * environment variables.
 */
export async function startTestServer(
  database: ServerDatabase,
  settings: Readonly<Record<string, string>> = {},
  machine: Partial<HostEnvironment> = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-server-'));
  if (database.directory !== undefined) await cp(database.directory, dataDir, { recursive: true });
  const config = readConfig({
    DATABASE_URL: database.url,
    KARAT_DATA: dataDir,
    PORT: '0',
    KARAT_LOG: 'error',
    KARAT_BOTS: '0',
    // Enough for every chart; generating them is half of a start.
    KARAT_HISTORY_CANDLES: '20',
    KARAT_CHECK_REPLIES: '1',
    KARAT_RATE_FACTOR: '1000',
    KARAT_DB_CONNECTIONS: '8',
    KARAT_FIAT_RATES_URL: 'off',
    // Tests of withdrawals name no owner of the wallet, but for those about it.
    KARAT_TRAVEL_RULE_USDT: '0',
    // Servers of one database, each with its own directory, need the same keys.
    KARAT_HASH_KEY: '1a'.repeat(32),
    KARAT_SIGNING_KEY: '2b'.repeat(32),
    // The clock is wrong on purpose.
    ...(machine.clock ? { KARAT_CLOCK_JUMP_MS: '0' } : {}),
    ...settings,
  });
  await placeDemoKeys(config.dataDir);
  const server = await createServer(config, { ...realHostEnvironment(config), ...machine });
  return {
    server,
    url: server.url,
    ...apiClientAt(server.url),
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
