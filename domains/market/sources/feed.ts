import type { Clock, Stop } from '@karat/platform/clock';
import type { Log } from '@karat/platform/log';
import type { Random } from '@karat/platform/random';
import { WebSocket } from 'ws';
import type { RawData } from 'ws';

export interface FeedOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Frames to send once the connection is open. */
  hello(): readonly string[];
  onOpen(): void;
  /** Receives every text frame; returns whether the connection may stay open. */
  onFrame(text: string): boolean;
  /** A connection that is silent for this time is dead. */
  readonly silentMs?: number;
}

/** A connection that is reopened as long as the feed runs. */
export interface Feed {
  start(): void;
  stop(): void;
  /** Sends on the present connection; without one it does nothing. */
  send(text: string): void;
  /** Unix ms of the last frame on the present connection, 0 while there is none. */
  lastFrame(): number;
}

const SILENT_MS = 10_000;
const HANDSHAKE_MS = 10_000;
const FRAME_MAX_BYTES = 1 << 20;
const WAIT_MIN_MS = 1_000;
const WAIT_MAX_MS = 30_000;
/** A connection that lasted this long was good: the next failure starts with the shortest backoff again. */
const GOOD_MS = 30_000;

/** Backoff before the n-th attempt in a row: doubling up to half a minute, with up to a quarter of jitter on top. */
export const waitBefore = (attempt: number, chance: number): number =>
  Math.round(Math.min(WAIT_MAX_MS, WAIT_MIN_MS * 2 ** Math.min(attempt, 10)) * (1 + chance / 4));

/** A frame arrives in one piece, in several, or as a view on memory. */
function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}

const openSocket = (url: string): WebSocket =>
  new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
  });

/**
 * Holds a WebSocket to a public feed: reconnects with growing backoff, closes a silent connection, and replies to the
 * server's pings. State of an earlier connection is discarded.
 */
export function createFeed(options: FeedOptions): Feed {
  const { name, clock, random, log, silentMs = SILENT_MS } = options;
  let socket: WebSocket | undefined;
  let stopped = true;
  let failures = 0;
  let lastFrame = 0;
  let opened = 0;
  let stopWait: Stop = () => undefined;
  let stopWatch: Stop = () => undefined;

  const onTraffic = (): void => {
    lastFrame = clock.now();
  };
  const watch = (each: WebSocket): void => {
    stopWatch = clock.every(silentMs / 4, () => {
      if (clock.now() - Math.max(lastFrame, opened) < silentMs) return;
      log.warn({ source: name }, 'price source went silent');
      each.terminate();
    });
  };
  const reconnect = (): void => {
    if (stopped) return;
    const wait = waitBefore(failures++, random.unit());
    log.info({ source: name, waitMs: wait }, 'price source reconnects');
    stopWait = clock.after(wait, connect);
  };
  const connect = (): void => {
    const each = openSocket(options.url);
    socket = each;
    each.on('open', () => {
      opened = clock.now();
      options.onOpen();
      for (const frame of options.hello()) each.send(frame);
      watch(each);
    });
    each.on('ping', onTraffic);
    each.on('message', (data, binary) => {
      if (binary || each !== socket) return;
      onTraffic();
      if (!options.onFrame(textOf(data))) each.close(1000);
    });
    each.on('error', (error) => log.warn({ source: name, error: error.message }, 'price source failed'));
    each.on('close', () => {
      stopWatch();
      if (opened > 0 && clock.now() - opened >= GOOD_MS) failures = 0;
      lastFrame = 0;
      opened = 0;
      reconnect();
    });
  };

  return {
    start() {
      if (!stopped) return;
      stopped = false;
      connect();
    },
    stop() {
      stopped = true;
      stopWait();
      stopWatch();
      socket?.terminate();
    },
    send: (text) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
    lastFrame: () => lastFrame,
  };
}
