import { join } from 'node:path';
import { contract } from '@karat/contract';
import type { Calls, UserId } from '@karat/contract';
import { apiKeysEnded } from '@karat/domains/credentials';
import { sessionsEnded } from '@karat/domains/identity';
import type { Context } from '@karat/platform/context';
import type { HealthMonitor } from '@karat/platform/health';
import { addressReader, createHttp } from '@karat/platform/http';
import type { Http } from '@karat/platform/http';
import type { Metrics } from '@karat/platform/metrics';
import { SOCKET_LIMITS, createSockets, routeUpgrades } from '@karat/platform/ws';
import type { Sockets } from '@karat/platform/ws';
import { apiNotes } from './api-notes.ts';
import { handlersOf, messages } from './calls.ts';
import { fieldNames } from './field-names.ts';
import type { Config } from './config.ts';
import { portRefusal } from './check-machine.ts';
import { consoleOf } from './console.ts';
import { authenticatorsOf } from './authenticators.ts';
import type { Authenticators } from './authenticators.ts';
import { mountFiles } from './files.ts';
import type { Container } from './container.ts';
import { mountLogos } from './logos.ts';
import { mountSimulator, mountWebhooks } from './payments.ts';
import { registerDatabaseMetrics } from './metrics/database-metrics.ts';
import { registerProcessMetrics } from './metrics/process-metrics.ts';
import { openRelay } from './realtime.ts';
import type { Realtime } from './realtime.ts';
import { degradedIn, readinessOf } from './ready.ts';
import { VERSION } from './version.ts';

const texts = { ...messages, fieldNames };

const UPLOAD_BYTES_MAX = 10 * 1024 * 1024;
const LIMITS = { accountPerMinute: 1_200, addressPerMinute: 600, unknownTokensPerMinute: 60 };
const apps = join(import.meta.dirname, '../..');

const PAGES = [
  { prefix: '/', directory: join(apps, 'web/dist'), name: 'Karat', screens: '/pages/' },
  { prefix: '/console/', directory: join(apps, 'console/dist'), name: 'Karat console' },
];

/** Calls that place, change and cancel orders. */
const ORDER_CALLS: readonly string[] = Object.values(contract).flatMap((calls: Calls) =>
  Object.entries(calls).flatMap(([path, call]) => (call.effect === 'order' ? [path] : [])),
);

/** Levels at which lines for requests appear. */
const LOGS_REQUESTS: readonly string[] = ['debug', 'info'];

/** Routes besides calls and pages. */
const mountsOf = async (container: Container, doors: Authenticators) => [
  mountFiles(container.files, doors, container.ctx),
  mountLogos(container.ledger, container.ctx.db),
  mountWebhooks(container.fiat, container.ctx),
  mountSimulator(container.paymentSimulator, container.fiat, container.ctx),
];

/** HTTP and WebSocket servers, listening. */
export interface HttpServer {
  readonly url: string;
  readonly sockets: Sockets;
  close(): Promise<void>;
}

export async function startHttpServer(
  config: Config,
  container: Container,
  realtime: Realtime,
  metrics: Metrics,
  health: HealthMonitor,
): Promise<HttpServer> {
  const { ctx } = container;
  const doors = authenticatorsOf(container);
  const site = siteOf(config);
  let open = (): number => 0;
  const http = await createHttp({
    contract,
    handlers: handlersOf(config, container, await consoleOf(container, () => open(), health.rows)),
    ...doors,
    messages: texts,
    admitCall: (path) => container.productStops.admit(path),
    db: ctx.db,
    clock: ctx.clock,
    random: ctx.random,
    log: ctx.log,
    tracer: ctx.tracer,
    metrics,
    ready: readinessOf(container, config.roles.has('engine')),
    degraded: () => degradedIn(health.rows()),
    version: VERSION,
    notes: apiNotes(LIMITS),
    ...site,
    mounts: site.answersCalls ? await mountsOf(container, doors) : [],
  });
  const { invoker, mounted, nextId, observe } = http;
  const sockets = createSockets({
    ...realtime,
    clock: ctx.clock,
    messages: texts,
    ...{ invoker, mounted, nextId, observe },
    authenticate: doors.authenticate,
    programs: doors.programs,
    ...socketSiteOf(config),
  });
  const upgrades = new Map(config.roles.has('ws') ? [['/ws', sockets.upgrade]] : []);
  routeUpgrades(http.app.server, upgrades, http.servesHost);
  open = () => sockets.count();
  const relay = config.roles.has('ws') || config.roles.has('api') ? await openRelay(ctx) : undefined;
  logOutEnded(ctx, sockets);
  registerProcessMetrics(metrics, { container, realtime, sockets, health });
  if (config.roles.has('work')) registerDatabaseMetrics(metrics, container);
  return {
    url: await listen(config, http),
    sockets,
    async close() {
      // Refuses new connections while clients are asked to reconnect and running requests finish.
      const closed = http.close();
      await Promise.all([sockets.close(), relay?.stop()]);
      await closed;
    },
  };
}

/** Names, languages, neighbours and limits of this installation, as far as its settings decide. */
export function siteOf(config: Config) {
  const { hosts, defaultLang, origins, lines, proxies, checkReplies, metricsToken } = config;
  const answersCalls = config.roles.has('api');
  return {
    ...{ hosts, defaultLang, origins, lines, proxies, checkReplies, metricsToken, answersCalls },
    limits: { ...LIMITS, factor: config.rateFactor },
    fastPaths: config.fastPath ? ORDER_CALLS : undefined,
    logSample: LOGS_REQUESTS.includes(config.log) ? config.logSample : undefined,
    uploadBytesMax: UPLOAD_BYTES_MAX,
    pages: answersCalls ? PAGES : [],
  };
}

/** Language, neighbours and limits of sockets. */
export const socketSiteOf = ({ defaultLang, origins, proxies, socketsPerAddress, rateFactor }: Config) => ({
  defaultLang,
  origins,
  addressOf: addressReader(proxies),
  limits: {
    perAddress: socketsPerAddress,
    subscriptionsPerMinute: SOCKET_LIMITS.subscriptionsPerMinute * rateFactor,
  },
});

/** Logs out sockets whose session or API key has ended. */
export function logOutEnded(ctx: Pick<Context, 'bus' | 'log'>, sockets: Pick<Sockets, 'recheck'>): void {
  const recheck = ({ userId }: { readonly userId: UserId }): void => {
    sockets
      .recheck(userId)
      .catch((failure: unknown) => ctx.log.error({ err: failure }, 'socket session recheck failed'));
  };
  ctx.bus.subscribe(sessionsEnded, recheck);
  ctx.bus.subscribe(apiKeysEnded, recheck);
}

async function listen(config: Config, http: Http): Promise<string> {
  try {
    return await http.app.listen({ port: config.port, host: config.host });
  } catch (failure) {
    throw portRefusal(config, failure) ?? failure;
  }
}
