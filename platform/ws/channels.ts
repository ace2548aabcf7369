import type { PublicChannels } from '@karat/contract';
import type { Clock } from '@karat/platform/clock';
import { Channel } from './channel.ts';
import type { Reader } from './channel.ts';
import type { Family } from './family.ts';

type Param = string | number;

/** Publishing side of a family, for its owner. */
export interface Feed<Data> {
  /** Sends to all readers, at the next interval. */
  publish(params: readonly Param[], data: Data): void;
  /** Returns the number of a channel's last message: later differences continue a snapshot read now. */
  seq(params: readonly Param[]): number;
  /** Returns true if the channel has readers: without readers expensive messages need not be built. */
  hasReaders(params: readonly Param[]): boolean;
}

export interface Channels {
  /** Registers a family; a second one of the same pattern throws. */
  register<Pattern extends keyof PublicChannels>(
    family: Family<PublicChannels[Pattern]> & { readonly pattern: Pattern },
  ): Feed<PublicChannels[Pattern]>;
  /** Returns the channel of a name that a client sent, if it exists. */
  find(name: string): Channel | undefined;
  /** Sends the snapshot at once, then what is published. A reader that has missed something gets the snapshot again. */
  listen(channel: Channel, reader: Reader): void;
  leave(channel: Channel, reader: Reader): void;
  /** Messages sent, and messages skipped for slow readers, since the start. */
  readonly counts: { sent: number; leftOut: number };
}

export interface ChannelOptions {
  readonly clock: Clock;
  /** A reader with more buffered bytes gets no market data until it has caught up. */
  readonly waitingMax?: number;
}

const GATE_MS = 100;
const WAITING_MAX = 256 * 1024;
/** A slow reader has caught up when this part of the limit is left. */
const CAUGHT_UP_PART = 1 / 16;
const NAME_MAX = 64;
const NAME = /^[a-z]+(:[A-Za-z0-9]+)*$/;

export function createChannels(options: ChannelOptions): Channels {
  const families = new Map<string, Family<unknown>>();
  const channels = new Map<string, Channel>();
  const counts = { sent: 0, leftOut: 0 };
  const waitingMax = options.waitingMax ?? WAITING_MAX;
  const flush = (channel: Channel): void => {
    counts.sent += channel.flush(waitingMax, (reader) => {
      counts.leftOut += 1;
      slow.watch(reader);
    });
  };
  // Queued messages go to the other readers first: the snapshot already contains them, and they must not follow it.
  const snapshotTo = (channel: Channel, reader: Reader): void => {
    flush(channel);
    const snapshot = channel.snapshot();
    if (snapshot) reader.write(snapshot);
  };
  const gates = createGates(options.clock, flush);
  const slow = watchSlow(options.clock, waitingMax * CAUGHT_UP_PART, snapshotTo);

  const open = (family: Family<unknown>, params: readonly string[]): Channel => {
    const name = [family.pattern.split(':', 1)[0], ...params].join(':');
    let channel = channels.get(name);
    if (!channel) {
      channel = new Channel(name, params, family);
      channels.set(name, channel);
    }
    return channel;
  };

  return {
    counts,
    register(family) {
      const form = formOf(family.pattern);
      if (families.has(form)) throw new Error(`two owners of the channel ${family.pattern}`);
      families.set(form, family);
      const at = (params: readonly Param[]): Channel => open(family, params.map(String));
      return {
        publish(params, data) {
          const channel = at(params);
          if (channel.put(data)) gates.wait(channel);
        },
        seq: (params) => at(params).seq,
        hasReaders: (params) => at(params).readers.size > 0,
      };
    },
    find(name) {
      const known = channels.get(name);
      if (known) return known;
      if (name.length > NAME_MAX || !NAME.test(name)) return undefined;
      const [, ...params] = name.split(':');
      const family = families.get(formOf(name));
      return family?.known(params) ? open(family, params) : undefined;
    },
    listen(channel, reader) {
      // A slow reader gets the snapshot once it has caught up.
      if (reader.behind.has(channel)) return;
      snapshotTo(channel, reader);
      channel.readers.add(reader);
    },
    leave(channel, reader) {
      channel.readers.delete(reader);
      reader.behind.delete(channel);
    },
  };
}

/** First part and number of parts: the key of a family. */
const formOf = (name: string): string => {
  const parts = name.split(':');
  return `${parts[0]}/${parts.length}`;
};

/** One timer for each interval, so that messages of several channels leave together. */
function createGates(clock: Clock, flush: (channel: Channel) => void): { wait(channel: Channel): void } {
  const gates = new Map<number, { readonly dirty: Set<Channel>; opened: number }>();
  return {
    wait(channel) {
      const every = channel.family.gateMs ?? GATE_MS;
      let gate = gates.get(every);
      if (!gate) {
        gate = { dirty: new Set(), opened: -Infinity };
        gates.set(every, gate);
      }
      gate.dirty.add(channel);
      if (gate.dirty.size > 1) return;
      const { dirty } = gate;
      const open = (): void => {
        gate.opened = clock.now();
        const ready = [...dirty];
        dirty.clear();
        for (const each of ready) flush(each);
      };
      // A clock set back must not delay a send for longer than its interval.
      clock.after(Math.min(every, Math.max(0, gate.opened + every - clock.now())), open);
    },
  };
}

/** Polls slow readers until they have caught up; then sends the missed snapshots. */
function watchSlow(
  clock: Clock,
  caughtUp: number,
  snapshotTo: (channel: Channel, reader: Reader) => void,
): { watch(reader: Reader): void } {
  const slow = new Set<Reader>();
  const look = (): void => {
    for (const reader of slow) {
      if (!reader.open || reader.behind.size === 0) slow.delete(reader);
      else if (reader.waiting <= caughtUp) {
        slow.delete(reader);
        for (const channel of reader.behind) snapshotTo(channel, reader);
        reader.behind.clear();
      }
    }
    if (slow.size > 0) clock.after(GATE_MS, look);
  };
  return {
    watch(reader) {
      slow.add(reader);
      if (slow.size === 1) clock.after(GATE_MS, look);
    },
  };
}
