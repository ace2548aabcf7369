import type { Push } from '@karat/contract';
import { create } from 'zustand';
import { LINE, socketAddress } from './line.ts';

/**
 * The app's one WebSocket. Subscriptions are counted: the first listener of a channel subscribes, and some time after
 * the last one left the channel is unsubscribed, so that navigation does not resubscribe. A gap in the sequence
 * numbers of a channel resubscribes; until the new snapshot its values are stale.
 */

/** What a listener gets: a frame, or that values are stale until the next frame. */
export type ChannelEvent<Data> = { readonly data: Data; readonly first: boolean } | 'stale';
type Listener = (event: ChannelEvent<unknown>) => void;

export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting';

/** The part of `WebSocket` that is used. */
export interface WebSocketLike {
  send(text: string): void;
  close(): void;
}

/** A frame of the server. */
export interface WebSocketHandlers {
  readonly opened: () => void;
  readonly received: (text: unknown) => void;
  readonly closed: () => void;
}

export interface SocketDeps {
  readonly open: (events: WebSocketHandlers) => WebSocketLike;
  readonly after: (ms: number, action: () => void) => () => void;
  /** Random number from 0 to 1, for the jitter. */
  readonly random: () => number;
  readonly onLink: (link: ConnectionState) => void;
}

const UNSUBSCRIBE_GRACE_MS = 5_000;
const HEARTBEAT_MS = 20_000;
/** Silence is counted in intervals: a timer per frame would cost too much at a hundred frames a second. */
const HEARTBEAT_CHECK_MS = 5_000;
/** Number of intervals without any frame, pongs included, after which the connection is dead. */
const HEARTBEAT_MISSES_MAX = 9;
const RECONNECT_FIRST_MS = 500;
const RECONNECT_MAX_MS = 30_000;

interface Subscription {
  readonly listeners: Set<Listener>;
  /** Sequence number of the last frame; null until the first one after subscribing. */
  seq: number | null;
  /** Whether the server has confirmed the subscription: earlier frames belong to a previous one. */
  acknowledged: boolean;
  dropLater: (() => void) | null;
}

interface Frame {
  readonly op?: unknown;
  readonly ok?: unknown;
  readonly ch?: unknown;
  readonly seq?: unknown;
  readonly data?: unknown;
}

function read(text: unknown): Frame | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === 'object' && frame !== null ? frame : undefined;
  } catch {
    return undefined;
  }
}

const isPush = (frame: Frame): frame is Push<unknown> =>
  typeof frame.ch === 'string' && typeof frame.seq === 'number' && 'data' in frame;

/** A slow reader gets a new snapshot, which closes the gap before it. */
const isSnapshot = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'snapshot' in data && data.snapshot === true;

export class Socket {
  readonly #around: SocketDeps;
  readonly #channels = new Map<string, Subscription>();
  /** Private channels wait for the login to be answered. */
  readonly #isPrivate: (channel: string) => boolean;
  #wire: WebSocketLike | null = null;
  #open = false;
  #token: string | null = null;
  #loggedIn = false;
  #failures = 0;
  #cancelRetry: (() => void) | null = null;
  #cancelPing: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;
  /** Intervals since the last frame. */
  #silentSteps = 0;

  constructor(around: SocketDeps, isPrivate: (channel: string) => boolean) {
    this.#around = around;
    this.#isPrivate = isPrivate;
  }

  /** Connects if not connected; a pending reconnect happens at once. */
  connect(): void {
    if (this.#wire) return;
    this.#cancelRetry?.();
    this.#around.onLink('connecting');
    const wire: WebSocketLike = this.#around.open({
      opened: () => this.#opened(),
      received: (text) => this.#received(text),
      closed: () => this.#closed(wire),
    });
    this.#wire = wire;
  }

  /** Checks whether the connection survived a suspension of the app: it must send something soon. */
  wake(): void {
    if (!this.#open) return this.connect();
    this.#cancelSilence?.();
    this.#silentSteps = HEARTBEAT_MISSES_MAX - 1;
    this.#watchSilence();
    this.#send({ op: 'ping' });
  }

  /** Sets the token of the private channels; null logs out. */
  login(token: string | null): void {
    if (this.#token === token) return;
    const before = this.#token;
    this.#token = token;
    if (!this.#open) return;
    // The protocol has no logout: a change of user reconnects.
    if (before === null) this.#sendLogin();
    else this.#drop();
  }

  /**
   * Subscribes to a channel; the returned function unsubscribes. A late listener makes the channel start again with
   * its snapshot.
   */
  subscribe(channel: string, listener: Listener): () => void {
    const subscription = this.#channels.get(channel);
    if (subscription) this.#join(channel, subscription, listener);
    else {
      this.#channels.set(channel, {
        listeners: new Set([listener]),
        seq: null,
        acknowledged: false,
        dropLater: null,
      });
      this.#subscribe([channel]);
    }
    return () => this.#leave(channel, listener);
  }

  #join(channel: string, subscription: Subscription, listener: Listener): void {
    const { listeners } = subscription;
    if (subscription.dropLater) {
      subscription.dropLater();
      subscription.dropLater = null;
      // A listener that returns within the grace time has missed nothing.
      if (!listeners.has(listener)) {
        for (const gone of listeners) gone('stale');
        listeners.clear();
      }
    }
    if (listeners.has(listener)) return;
    listeners.add(listener);
    if (subscription.seq !== null) this.#resubscribe(channel, subscription);
  }

  /** The last listener keeps receiving until the grace time is over. */
  #leave(channel: string, listener: Listener): void {
    const subscription = this.#channels.get(channel);
    if (!subscription?.listeners.has(listener) || subscription.dropLater) return;
    if (subscription.listeners.size > 1) {
      subscription.listeners.delete(listener);
      return;
    }
    subscription.dropLater = this.#around.after(UNSUBSCRIBE_GRACE_MS, () => {
      // The listener's state is stale from here on; it may be shown again later.
      listener('stale');
      this.#channels.delete(channel);
      this.#send({ op: 'unsub', ch: [channel] });
    });
  }

  #opened(): void {
    this.#open = true;
    this.#failures = 0;
    this.#around.onLink('open');
    this.#subscribe([...this.#channels.keys()]);
    if (this.#token !== null) this.#sendLogin();
    this.#pingLater();
    this.#silentSteps = 0;
    this.#watchSilence();
  }

  #sendLogin(): void {
    this.#send({ op: 'login', token: this.#token });
  }

  #subscribe(channels: readonly string[]): void {
    const ready = channels.filter((channel) => this.#loggedIn || !this.#isPrivate(channel));
    // The app reads the state of an account with calls; private channels bring the changes.
    if (ready.length > 0) this.#send({ op: 'sub', ch: ready, snapshot: false });
  }

  #received(text: unknown): void {
    this.#silentSteps = 0;
    const frame = read(text);
    if (!frame) return;
    if (isPush(frame)) this.#pushed(frame);
    else if (frame.ok === true) this.#answered(frame);
    else if (frame.op === 'logout') this.#loggedOut();
  }

  #answered({ op, ch }: Frame): void {
    if (op === 'login') {
      this.#loggedIn = true;
      this.#subscribe([...this.#channels.keys()].filter(this.#isPrivate));
    }
    if (op !== 'sub') return;
    for (const channel of Array.isArray(ch) ? ch : [ch]) {
      const subscription = this.#channels.get(String(channel));
      if (subscription) subscription.acknowledged = true;
    }
  }

  /** The session has ended on the server: private channels are silent. */
  #loggedOut(): void {
    this.#loggedIn = false;
    for (const [channel, subscription] of this.#channels) {
      if (this.#isPrivate(channel)) this.#forget(subscription);
    }
  }

  #pushed({ ch, seq, data }: Push<unknown>): void {
    const subscription = this.#channels.get(ch);
    if (!subscription?.acknowledged) return;
    const first = subscription.seq === null || isSnapshot(data);
    if (!first && seq !== (subscription.seq ?? 0) + 1) {
      this.#resubscribe(ch, subscription);
      return;
    }
    subscription.seq = seq;
    for (const listener of subscription.listeners) listener({ data, first });
  }

  #resubscribe(channel: string, subscription: Subscription): void {
    this.#forget(subscription);
    this.#send({ op: 'unsub', ch: [channel] });
    this.#subscribe([channel]);
  }

  #forget(subscription: Subscription): void {
    subscription.seq = null;
    subscription.acknowledged = false;
    for (const listener of subscription.listeners) listener('stale');
  }

  /** Closes without waiting for the other end, which may be gone. */
  #drop(): void {
    const wire = this.#wire;
    if (!wire) return;
    wire.close();
    this.#closed(wire);
  }

  #closed(wire: WebSocketLike): void {
    if (this.#wire !== wire) return;
    this.#wire = null;
    this.#open = false;
    this.#loggedIn = false;
    this.#cancelPing?.();
    this.#cancelSilence?.();
    for (const subscription of this.#channels.values()) this.#forget(subscription);
    this.#around.onLink('waiting');
    const limit = Math.min(RECONNECT_MAX_MS, RECONNECT_FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    // Between half and all of it, so that clients do not reconnect in the same moment.
    this.#cancelRetry = this.#around.after(limit * (0.5 + this.#around.random() / 2), () => this.connect());
  }

  #pingLater(): void {
    this.#cancelPing = this.#around.after(HEARTBEAT_MS, () => {
      this.#send({ op: 'ping' });
      this.#pingLater();
    });
  }

  #watchSilence(): void {
    this.#cancelSilence = this.#around.after(HEARTBEAT_CHECK_MS, () => {
      this.#silentSteps += 1;
      if (this.#silentSteps >= HEARTBEAT_MISSES_MAX) this.#drop();
      else this.#watchSilence();
    });
  }

  #send(frame: Readonly<Record<string, unknown>>): void {
    if (this.#open) this.#wire?.send(JSON.stringify(frame));
  }
}

/** State of the connection, for the bar at the top. */
export const useConnection = create<{ readonly link: ConnectionState }>(() => ({ link: 'idle' }));

const PRIVATE: ReadonlySet<string> = new Set([
  'orders',
  'positions',
  'options',
  'balances',
  'messages',
  'chat',
]);

export const socket = new Socket(
  {
    open: ({ opened, received, closed }) => {
      const wire = new WebSocket(socketAddress(LINE, location.origin));
      wire.addEventListener('open', opened);
      wire.addEventListener('message', (event) => received(event.data));
      wire.addEventListener('close', closed);
      return wire;
    },
    after: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    onLink: (link) => useConnection.setState({ link }),
  },
  (channel) => PRIVATE.has(channel),
);
