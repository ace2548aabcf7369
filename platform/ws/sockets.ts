import { CLOSE_CODES, Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { DEFAULT_LANG, toLang } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import type { Clock } from '@karat/platform/clock';
import { TokenBuckets, networkOf, refused } from '@karat/platform/http';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import { Connection } from './connection.ts';
import type { Visitor } from './connection.ts';
import { createMessageRouter } from './message-router.ts';
import type { MessageRouter, MessageRouterOptions } from './message-router.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { createCorks } from './corks.ts';
import { mayOpen, refuseUpgrade } from './upgrade.ts';
import type { Upgrade } from './upgrade.ts';

export interface SocketLimits {
  /** Maximum open sockets of one network address, and in all. */
  readonly perAddress: number;
  readonly inAll: number;
  /** Maximum channels of one socket. */
  readonly channels: number;
  /** Frames per second of one socket; a burst of three seconds. Calls also count against the limits of their callers. */
  readonly framesPerSecond: number;
  /** Subscriptions per minute of an account, or of a network address without a login. */
  readonly subscriptionsPerMinute: number;
  /** Concurrent calls of one socket. */
  readonly calls: number;
  readonly frameBytes: number;
}

export interface SocketOptions extends Omit<
  MessageRouterOptions,
  'channelsMax' | 'callsMax' | 'maySubscribe'
> {
  readonly clock: Clock;
  /** Origins of other sites whose pages may open a socket. */
  readonly origins: readonly string[];
  readonly addressOf: (request: Parameters<Upgrade>[0]) => string;
  readonly limits?: Partial<SocketLimits>;
  /** Language before a login if the client names none; English by default. */
  readonly defaultLang?: Lang;
}

export interface Sockets {
  readonly upgrade: Upgrade;
  /** Number of open sockets. */
  count(): number;
  /** Bytes that wait to be sent: of all sockets, and of the slowest one. */
  backlog(): { readonly bytes: number; readonly largest: number };
  /** Checks the sessions of a user, and ends the private channels of invalid ones. */
  recheck(user: UserId): Promise<void>;
  /** Asks every client to reconnect, waits for their close frames, then closes the connections. */
  close(): Promise<void>;
}

export const SOCKET_LIMITS: SocketLimits = {
  perAddress: 256,
  inAll: 20_000,
  channels: 200,
  framesPerSecond: 1_000,
  calls: 256,
  subscriptionsPerMinute: 6_000,
  frameBytes: 16 * 1024,
};
/** Reasons to refuse a socket, with their HTTP status. */
const NOT_OPENED = {
  forbidden: '403 Forbidden',
  too_many_requests: '429 Too Many Requests',
  unavailable: '503 Service Unavailable',
} as const;
function backlogOf(connections: Iterable<Connection>): ReturnType<Sockets['backlog']> {
  let [bytes, largest] = [0, 0];
  for (const { waiting } of connections) {
    bytes += waiting;
    largest = Math.max(largest, waiting);
  }
  return { bytes, largest };
}

const HEARTBEAT_MS = 20_000;
const GOODBYE_MS = 2_000;
const BURST_S = 3;
const MS_PER_S = 1_000;
const AGENT_MAX = 200;
const SUBSCRIBERS_MAX = 20_000;

/** Server side of `/ws`: origin check, limits and heartbeat. */
export function createSockets(options: SocketOptions): Sockets {
  const limits = { ...SOCKET_LIMITS, ...options.limits };
  const router = createMessageRouter({
    ...options,
    channelsMax: limits.channels,
    callsMax: limits.calls,
    maySubscribe: subscriptionBudget(limits.subscriptionsPerMinute, options.clock),
  });
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
  });
  const registry = new ConnectionRegistry();
  const corks = createCorks();
  const origins = new Set(options.origins);
  let closing = false;

  const accept = (ws: WebSocket, request: Parameters<Upgrade>[0], socket: Parameters<Upgrade>[1]): void => {
    const connection = new Connection(ws, socket, corks, visitorOf(request, options));
    const allowed = frameBudget(limits.framesPerSecond, options.clock);
    registry.add(connection);
    ws.on('message', (data: RawData, binary: boolean) => {
      if (binary || !allowed()) return ws.close(CLOSE_CODES.policy, binary ? 'text only' : 'too many frames');
      router.onMessage(connection, textOf(data));
    });
    ws.on('pong', () => (connection.alive = true));
    // Malformed frames and lost connections: the close event that follows is handled.
    ws.on('error', () => undefined);
    ws.on('close', () => {
      registry.remove(connection);
      router.end(connection);
    });
  };

  const refuse = (
    code: keyof typeof NOT_OPENED,
    request: Parameters<Upgrade>[0],
    socket: Parameters<Upgrade>[1],
  ): void => {
    const { lang, defaultLang } = visitorOf(request, options);
    const { body } = refused(options.messages, new Refusal(code), lang ?? defaultLang, options.nextId());
    refuseUpgrade(socket, NOT_OPENED[code], body);
  };

  const stopHeartbeat = options.clock.every(HEARTBEAT_MS, () => {
    for (const connection of registry) beat(connection, router);
  });

  return {
    count: () => registry.size,
    backlog: () => backlogOf(registry),
    upgrade(request, socket, head) {
      if (closing || registry.size >= limits.inAll) return refuse('unavailable', request, socket);
      if (!mayOpen(request, origins)) return refuse('forbidden', request, socket);
      if (registry.countFrom(options.addressOf(request)) >= limits.perAddress)
        return refuse('too_many_requests', request, socket);
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, request, socket));
    },
    async recheck(user) {
      await Promise.all(registry.connectionsOf(user).map((connection) => router.recheck(connection)));
    },
    async close() {
      closing = true;
      stopHeartbeat();
      for (const connection of registry) connection.ws.close(CLOSE_CODES.restart, 'restart');
      await gone(registry);
      for (const connection of registry) connection.ws.terminate();
      server.close();
    },
  };
}

/**
 * Reads the caller of an upgrade; the language comes from the header `lang`, or from the query, because a browser
 * sends no headers.
 */
function visitorOf(
  request: Parameters<Upgrade>[0],
  { addressOf, defaultLang = DEFAULT_LANG }: Pick<SocketOptions, 'addressOf' | 'defaultLang'>,
): Visitor {
  const query = new URLSearchParams((request.url ?? '').split('?')[1]);
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, AGENT_MAX);
  const named = request.headers['lang'] ?? query.get('lang');
  return {
    address: addressOf(request),
    userAgent,
    lang: named === null ? undefined : toLang(named),
    defaultLang,
  };
}

/** Every subscription costs a snapshot, so subscriptions are limited by account or network, for any number of sockets. */
function subscriptionBudget(perMinute: number, clock: Clock): MessageRouterOptions['maySubscribe'] {
  const buckets = new TokenBuckets(SUBSCRIBERS_MAX);
  return ({ session, address }) =>
    buckets.take(session?.caller.userId ?? networkOf(address), perMinute, clock.now());
}

/** Heartbeat: sends a ping; closes connections that have not sent a pong since the last one. */
function beat(connection: Connection, conversation: MessageRouter): void {
  if (!connection.alive) return connection.ws.terminate();
  connection.alive = false;
  if (connection.open) connection.ws.ping();
  // A failed lookup is repeated with the next heartbeat.
  conversation.recheck(connection).catch(() => undefined);
}

const textOf = (data: RawData): string =>
  (Array.isArray(data)
    ? Buffer.concat(data)
    : data instanceof ArrayBuffer
      ? Buffer.from(data)
      : data
  ).toString('utf8');

/** Returns true if one more frame is within the rate limit. */
function frameBudget(perSecond: number, clock: Clock): () => boolean {
  let tokens = perSecond * BURST_S;
  let at = clock.now();
  return () => {
    const now = clock.now();
    tokens = Math.min(perSecond * BURST_S, tokens + (Math.max(0, now - at) * perSecond) / MS_PER_S);
    at = now;
    tokens -= 1;
    return tokens >= 0;
  };
}

/**
 * Resolves when all connections are closed, or after two seconds of the machine's time: a shutdown waits for no
 * virtual clock.
 */
async function gone(open: Iterable<Connection>): Promise<void> {
  const closed = [...open].map(
    (connection) => new Promise<void>((resolve) => connection.ws.once('close', () => resolve())),
  );
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, GOODBYE_MS);
  await Promise.race([Promise.all(closed), timeout.promise]);
  clearTimeout(timer);
}
