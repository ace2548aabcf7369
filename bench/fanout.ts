import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Depth } from '@karat/contract';
import { systemClock } from '@karat/platform/clock';
import { addressReader, commonMessages } from '@karat/platform/http';
import { createChannels, createPrivateChannels, createSockets, routeUpgrades } from '@karat/platform/ws';
import type { Command, Measurement } from './fanout-clients.ts';

/**
 * Measures how many messages of public channels one process sends, and its processor time per message. The readers are
 * sockets of another process. Prints one line of JSON per load.
 */
const SOCKETS = Number(process.argv[2] ?? 2_000);
const SECONDS = Number(process.argv[3] ?? 10);
const LEVELS = 10;
const SETTLE_MS = 2_000;

const channels = createChannels({ clock: systemClock });
const families = { known: () => true, conflate: 'latest' } as const;
const depth = channels.register({ ...families, pattern: 'depth:<match_id>' });

const sockets = createSockets({
  channels,
  own: createPrivateChannels(),
  clock: systemClock,
  messages: commonMessages,
  authenticate: () => undefined,
  invoker: {
    authenticateRequest: refuse,
    loginSession: refuse,
    loginProgram: refuse,
    run: refuse,
    invoke: refuse,
    fail: refuse,
  },
  mounted: new Map(),
  nextId: () => '',
  observe: () => undefined,
  origins: [],
  addressOf: addressReader(0),
  limits: { perAddress: SOCKETS, subscriptionsPerMinute: 1_000_000 },
});
function refuse(): never {
  throw new Error('no calls in this bench');
}

const server = createServer();
routeUpgrades(server, new Map([['/ws', sockets.upgrade]]));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

/** A book of ten levels a side with its publishing time. */
function book(market: number): Depth & { time: number } {
  const side = (from: number): [string, string][] =>
    Array.from({ length: LEVELS }, (_, level) => [`${from + level}.5`, `0.${level + 1}2345`]);
  return {
    match_id: market,
    snapshot: false,
    bids: side(92_000),
    asks: side(92_010),
    time: Number(process.hrtime.bigint()) / 1e6,
  };
}

const readers = fork(new URL('fanout-clients.ts', import.meta.url));
const send = (command: Command): void => void readers.send(command);
const names = [1, 2].map((market) => `depth:${market}`);
send({ connect: SOCKETS, port, channels: names });
await once(readers, 'message');

/** Publishes to both channels; the throttle of 100 ms limits each socket to 20 messages a second. */
async function measure(publishesPerSecond: number): Promise<void> {
  const timer = setInterval(
    () => [1, 2].forEach((market) => depth.publish([market], book(market))),
    1_000 / publishesPerSecond,
  );
  await wait(SETTLE_MS);
  send('reset');
  const before = {
    cpu: process.cpuUsage(),
    at: performance.now(),
    sent: channels.counts.sent,
    slow: channels.counts.leftOut,
  };
  await wait(SECONDS * 1_000);
  const cpu = process.cpuUsage(before.cpu);
  const seconds = (performance.now() - before.at) / 1_000;
  send('report');
  const [measured] = (await once(readers, 'message')) as [Measurement];
  clearInterval(timer);
  const sorted = measured.latencies.toSorted((a, b) => a - b);
  const at = (part: number): number => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  process.stdout.write(
    `${JSON.stringify({
      sockets: SOCKETS,
      published_per_second: publishesPerSecond * 2,
      sent_per_second: Math.round((channels.counts.sent - before.sent) / seconds),
      received_per_second: Math.round(measured.messages / seconds),
      megabytes_per_second: Math.round(measured.bytes / seconds / 1e5) / 10,
      core_percent: Math.round((cpu.user + cpu.system) / seconds / 1e4),
      latency_ms: { p50: at(0.5), p99: at(0.99), max: at(0.999999) },
      slowed: channels.counts.leftOut - before.slow,
    })}\n`,
  );
  await wait(SETTLE_MS);
}

for (const rate of [25, 100]) await measure(rate);
readers.kill();
await sockets.close();
server.close();
process.exit(0);
