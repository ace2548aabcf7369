import { LeaseHeld, awaitFreeLease } from '@karat/domains/spot';
import { createClockGuard } from '@karat/platform/clock-guard';
import type { Context } from '@karat/platform/context';
import { checkCanaries, checkHashKeys } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import type { StartRefused } from '@karat/platform/postgres';
import { createHealthMonitor } from '@karat/platform/health';
import { createMetrics } from '@karat/platform/metrics';
import { startBots } from './bots.ts';
import { checkMachine } from './check-machine.ts';
import { checkSettings } from './check-settings.ts';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import { openMigrated, uploadArchive } from './database.ts';
import { startHttpServer } from './http-server.ts';
import { healthChecks } from './health-checks.ts';
import { createContainer } from './container.ts';
import type { Container } from './container.ts';
import { contextOf, realHostEnvironment } from './host-environment.ts';
import type { HostEnvironment } from './host-environment.ts';
import { openRealtime } from './realtime.ts';
import { secretSources } from './secret-sources.ts';
import { seed, seedDemoAlerts, seedDemoProducts, seedHistory } from './seed.ts';
import type { DemoLogins } from './seed.ts';
import { startTestChains } from './test-chains.ts';
import { depositNetworks } from './chains.ts';
import { rowsOfMark } from './keyed-rows.ts';
import { createShutdown } from './shutdown.ts';
import type { Shutdown } from './shutdown.ts';
import { traced } from './tracing.ts';
import { startWork } from './work.ts';

export interface Server {
  /** Address and port of the server. */
  readonly url: string;
  readonly ctx: Context;
  readonly container: Container;
  readonly logins: DemoLogins;
  /** Resolves when the server cannot continue, with a message: its database has ended and does not restart. */
  readonly lost: Promise<StartRefused>;
  /** Stops in order: new connections, sockets, running requests, engine after its batch, due work, pool, database. */
  close(): Promise<void>;
}

/**
 * Starts everything that the roles need. After a failed step the started parts are stopped again; that may take a
 * while, so the failure is reported before. A start that waits for the engine of another server ends with the reason of `stopping`
 * once that is aborted.
 */
export async function createServer(
  config: Config,
  host: HostEnvironment = realHostEnvironment(config),
  onFailure: (failure: unknown) => void = () => undefined,
  stopping?: AbortSignal,
): Promise<Server> {
  const shutdown = createShutdown(host.log);
  try {
    await checkSettings(config, host);
    await checkMachine(config);
    const machine = await traced(config, host, shutdown);
    const database = await openMigrated(config, machine, (db) =>
      checkDatabase(config, machine, db, stopping),
    );
    shutdown.add('database', () => database.close());
    const clockGuard = createClockGuard({
      clock: machine.clock,
      db: database.db,
      log: machine.log,
      toleranceMs: config.clockJumpMs,
    });
    const ctx = contextOf(config, { ...machine, clock: clockGuard.clock }, database.db);
    const testChains = config.testChains ? await startTestChains(config) : undefined;
    if (testChains) shutdown.add('test chains', () => testChains.stop());
    const container = await createContainer(config, ctx, clockGuard, testChains);
    shutdown.add('currency rows', container.ledger.followCurrencies(ctx));
    shutdown.add('deposit methods', await container.deposits.followMethods());
    shutdown.add('market rows', container.market.watchRows());
    await clockGuard.start();
    shutdown.add('clock guard', () => clockGuard.stop());
    await container.productStops.start();
    shutdown.add('stopped products', () => container.productStops.stop());
    await container.growth.levels.start();
    shutdown.add('VIP levels', () => Promise.resolve(container.growth.levels.stop()));
    const logins = await seed(container);
    const realtime = await openRealtime(container);
    const metrics = createMetrics();
    const endDelays = metrics.watchEventLoop();
    shutdown.add('event loop delays', () => Promise.resolve(endDelays()));
    await startMarkets(config, container, shutdown, logins);
    if (config.roles.has('work')) {
      shutdown.add('work', await startWork(container));
      await container.deposits.start();
      shutdown.add('deposits', () => container.deposits.stop());
      await testChains?.fundHouse(await depositNetworks(config, []));
    }
    const health = createHealthMonitor(ctx, healthChecks(config, container));
    await health.start();
    shutdown.add('health', () => health.stop());
    const front = await startHttpServer(config, container, realtime, metrics, health);
    shutdown.add('front', () => front.close());
    shutdown.add('supervision', () => database.detach());
    return {
      url: front.url,
      ctx,
      container: container,
      logins,
      lost: database.lost,
      close: () => shutdown.run(),
    };
  } catch (failure) {
    onFailure(failure);
    await shutdown.run();
    throw failure;
  }
}

/** Refuses a database in use by another server, or made with other keys. Changes nothing in it. */
async function checkDatabase(
  config: Config,
  { clock, log }: HostEnvironment,
  db: Database,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { hash, signing } = secretSources(config);
  await checkHashKeys(db, hash, (mark) => rowsOfMark(db, mark, clock.now()));
  await checkCanaries(db, [signing]);
  if (config.roles.has('engine'))
    await awaitFreeLease(db, clock, {
      waitMs: config.standbyMs,
      stopping,
      onWait: () =>
        log.info({ seconds: config.standbyMs / 1_000 }, 'waiting for the engine of another server to end'),
    }).catch((failure: unknown) => refuseSecond(failure));
}

function refuseSecond(failure: unknown): never {
  if (!(failure instanceof LeaseHeld)) throw failure;
  throw new ConfigError(
    'another Karat server is running on this database: stop it first, or choose another DATABASE_URL.',
  );
}

/** Starts books, index, history and bots, in the order of their dependencies. */
async function startMarkets(
  config: Config,
  container: Container,
  shutdown: Shutdown,
  logins: DemoLogins,
): Promise<void> {
  if (!config.roles.has('engine')) return;
  const { market, spot, bots } = container;
  // The engine's lease first: only its holder may continue the price chains.
  await spot.start().catch((failure: unknown) => refuseSecond(failure));
  shutdown.add('engine', () => spot.stop());
  // Stopped after everything that operators use, and before the lease goes to another process.
  await container.auditHeads.start();
  shutdown.add('audit heads', () => container.auditHeads.stop());
  const uploads = uploadArchive(config, container.ctx);
  await uploads?.start();
  shutdown.add('archive of uploads', async () => uploads?.stop());
  await container.actions.load(container.ctx.db);
  await market.start();
  shutdown.add('market', () => market.stop());
  await seedHistory(container, config.historyCandles);
  await seedDemoProducts(container, logins);
  await market.connect(spot);
  await seedDemoAlerts(container, logins);
  container.proofs.start();
  shutdown.add('receipts', () => container.proofs.stop());
  container.liabilities.start();
  shutdown.add('liabilities', () => container.liabilities.stop());
  await container.contracts.start();
  shutdown.add('contracts', () => container.contracts.stop());
  await container.copytrade.start();
  shutdown.add('copy trading', () => container.copytrade.stop());
  container.recurring.worker.start();
  shutdown.add('recurring buy', () => container.recurring.worker.stop());
  await container.alerts.watcher.start();
  shutdown.add('price alerts', () => container.alerts.watcher.stop());
  if (!config.bots) return;
  if (container.ctx.demo)
    shutdown.add(
      'demo gallery',
      container.nft.startDemoGallery((tx, name) => container.identity.ensureHouseUser(tx, name)),
    );
  if (container.ctx.demo) {
    await container.demoTraders.start();
    shutdown.add('demo traders', () => container.demoTraders.stop());
  }
  await startBots(bots, container.ctx.db);
  shutdown.add('bots', () => bots.stop());
}
