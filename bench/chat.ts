/**
 * Measures customer service and a chat room on a database: messages into 10,000 open conversations, the inbox above them, and
 * one room with 2,000 readers, whose sockets are in another process. Prints one line of JSON per part.
 * `node bench/chat.ts [conversations] [readers] [seconds]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { contract, operatorId, sessionId, userId } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { createChat } from '@karat/domains/chat';
import { createSupport, readOpenings } from '@karat/domains/support';
import { systemClock } from '@karat/platform/clock';
import { addressReader, commonMessages } from '@karat/platform/http';
import { systemRandom } from '@karat/platform/random';
import { createChannels, createPrivateChannels, createSockets, routeUpgrades } from '@karat/platform/ws';
import type { Command, Measurement } from './fanout-clients.ts';
import { openBenchContext } from './spot-setup.ts';

const CONVERSATIONS = Number(process.argv[2] ?? 10_000);
const READERS = Number(process.argv[3] ?? 2_000);
const SECONDS = Number(process.argv[4] ?? 10);
const CALLERS = 16;
const AUTHORS = 64;
const READY_MS = 1_000;

const { ctx, close } = await openBenchContext();
const people = async (_: unknown, users: readonly ReturnType<typeof userId>[]) =>
  users.map((id) => ({ id, nickname: 'Bench', vipLevel: 1, email: null, antiPhishing: null }));
const operator = { login: 'support', name: 'Support' };
const support = createSupport({
  ...{ ctx, people, records: new Map(), siteName: 'Karat' },
  messages: { notify: async () => undefined },
  mail: { mode: 'none', work: {}, send: async () => undefined },
  files: {
    keep: () => Promise.reject(new Error('no files here')),
    open: async () => undefined,
    owned: async () => undefined,
  },
  hours: { zone: 'UTC', openings: readOpenings('Mon-Sun 00:00-24:00') ?? [] },
  visitorEmail: {
    sendCode: async () => undefined,
    check: async (email) => email,
    consume: async () => undefined,
  },
  findArticles: async () => [],
  panelOf: async () => undefined,
  operators: async () => [operator],
});
const chat = createChat({ ctx, people, symbolOf: () => 'BTC/USDT' });

let count = 0;
const request = { id: 'bench', address: '127.0.0.1', userAgent: 'bench', idempotencyKey: undefined };
const asking = { lang: 'en' as const, request, tx: undefined, file: undefined };
const callerOf = (number: number) => ({
  userId: userId(200_000 + number),
  sessionId: sessionId(1),
  verified: true,
});
const clientId = (): string => `bench-message-${(count += 1)}`;

/** Runs `work` in parallel until `more` is false; returns the number of runs a second and their times, ms. */
async function run(callers: number, more: () => boolean, work: (caller: number) => Promise<unknown>) {
  const times: number[] = [];
  const from = performance.now();
  const loop = async (caller: number): Promise<void> => {
    while (more()) {
      const start = performance.now();
      await work(caller);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)));
  return { perSecond: Math.round((times.length * 1_000) / (performance.now() - from)), times };
}
const at = (times: readonly number[], part: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
};
const until = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() < end;
};
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

type Sent = Reply<Contract['support']['support/send']>;
const send = (number: number, id?: number): Promise<Sent> | Sent =>
  support.handlers['support/send']({
    ...asking,
    caller: callerOf(number),
    input: contract.support['support/send'].input.parse({
      ...{ id: id ?? '', client_id: clientId(), text: 'When does my withdrawal arrive?' },
    }),
  });

/** Opens the conversations, then writes to random ones. */
async function measureConversations(): Promise<void> {
  const ids: number[] = [];
  let opened = 0;
  const opening = await run(
    CALLERS,
    () => opened < CONVERSATIONS,
    async () => {
      const number = (opened += 1);
      ids[number] = (await send(number)).conversation.id;
    },
  );
  const writing = await run(CALLERS, until(SECONDS), async () => {
    const number = 1 + Math.floor(systemRandom.below(CONVERSATIONS));
    await send(number, ids[number]);
  });
  const caller = {
    operatorId: operatorId(1),
    login: 'support',
    role: 'support' as const,
    sessionId: sessionId(1),
  };
  const inbox = await run(1, until(2), async () =>
    support.handlers['console/support_inbox']({
      ...asking,
      caller,
      input: contract.support['console/support_inbox'].input.parse({ limit: 20, state: 'open' }),
    }),
  );
  print({
    conversations: CONVERSATIONS,
    opened_per_second: opening.perSecond,
    messages_per_second: writing.perSecond,
    message_ms: { p50: at(writing.times, 0.5), p99: at(writing.times, 0.99) },
    inbox_ms: { p50: at(inbox.times, 0.5), p99: at(inbox.times, 0.99) },
  });
}

/** One room: authors write, the sockets of another process read. */
async function measureRoom(): Promise<void> {
  await chat.seedRooms();
  const channels = createChannels({ clock: systemClock });
  const own = createPrivateChannels();
  await chat.connect(channels, own).load();
  const refuse = (): never => {
    throw new Error('no calls in this bench');
  };
  const sockets = createSockets({
    ...{ channels, own, clock: systemClock, messages: commonMessages, mounted: new Map(), origins: [] },
    authenticate: () => undefined,
    invoker: {
      ...{ authenticateRequest: refuse, loginSession: refuse, loginProgram: refuse },
      ...{ run: refuse, invoke: refuse, fail: refuse },
    },
    nextId: () => '',
    observe: () => undefined,
    addressOf: addressReader(0),
    limits: { perAddress: READERS, subscriptionsPerMinute: 1_000_000 },
  });
  const server = createServer();
  routeUpgrades(server, new Map([['/ws', sockets.upgrade]]));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const readers = fork(new URL('fanout-clients.ts', import.meta.url));
  const command = (each: Command): void => void readers.send(each);
  command({ connect: READERS, port, channels: ['chat:1'] });
  await once(readers, 'message');
  await wait(READY_MS);
  command('reset');
  // Each network has its own limit.
  const writing = await run(AUTHORS, until(SECONDS), async (caller) =>
    chat.handlers['chat/send']({
      ...asking,
      request: { ...request, address: `10.${systemRandom.below(250)}.${systemRandom.below(250)}.1` },
      caller: callerOf(caller),
      input: contract.chat['chat/send'].input.parse({
        ...{ room_id: 1, client_id: clientId(), text: 'to the moon, slowly' },
      }),
    }),
  );
  await wait(READY_MS);
  command('report');
  const [measured] = (await once(readers, 'message')) as [Measurement];
  print({
    readers: READERS,
    written_per_second: writing.perSecond,
    write_ms: { p50: at(writing.times, 0.5), p99: at(writing.times, 0.99) },
    delivered_per_second: writing.perSecond * READERS,
    frames_per_second: Math.round(measured.messages / SECONDS),
    latency_ms: { p50: at(measured.latencies, 0.5), p99: at(measured.latencies, 0.99) },
    seen_by_sample: measured.latencies.length,
    slowed: channels.counts.leftOut,
  });
  readers.kill();
  await sockets.close();
  server.close();
}

await measureConversations();
await measureRoom();
await close();
process.exit(0);
