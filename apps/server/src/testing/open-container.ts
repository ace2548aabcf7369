import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { createClockGuard } from '@karat/platform/clock-guard';
import type { ClockGuard } from '@karat/platform/clock-guard';
import type { Tx } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { placeDemoKeys } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { createContainer } from '../container.ts';
import type { Container } from '../container.ts';
import { contextOf, realHostEnvironment } from '../host-environment.ts';

/** All domains of a demonstration on a database; nothing runs. */
export interface OpenContainer {
  readonly container: Container;
  /** Reads the newest tick by which the clock guard judges, unix ms. */
  readonly newestTick: Parameters<ClockGuard['watchTicks']>[0];
  close(): Promise<void>;
}

export async function openContainer(
  { db, url }: Pick<TestDatabase, 'db' | 'url'>,
  settings: Partial<Config> = {},
): Promise<OpenContainer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-container-'));
  await placeDemoKeys(dataDir);
  const config: Config = {
    ...readConfig({ DATABASE_URL: url, KARAT_DATA: dataDir, KARAT_FIAT_RATES_URL: 'off' }),
    ...settings,
  };
  const host = { ...realHostEnvironment(config), log: silentLog };
  const guard = createClockGuard({ ...host, db, toleranceMs: 0 });
  await guard.check();
  let newestTick: OpenContainer['newestTick'] = async () => undefined;
  const watched: ClockGuard = { ...guard, watchTicks: (read) => void (newestTick = read) };
  const ctx = contextOf(config, { ...host, clock: guard.clock }, db);
  const container = await createContainer(config, ctx, watched);
  return { container, newestTick, close: () => rm(dataDir, { recursive: true }) };
}

const request = { id: 'r', address: '203.0.113.7', userAgent: 'test', idempotencyKey: undefined };

/** Context of a call without an input: from a user in a session, and from a visitor. */
export const from = (userId: UserId, tx: Tx) =>
  ({
    caller: { userId, sessionId: sessionId(1), verified: true },
    lang: 'en',
    request,
    tx,
    file: undefined,
  }) as const;
export const visitor = { caller: undefined, lang: 'en', request, tx: undefined, file: undefined } as const;
