import type { Depth } from '@karat/contract';
import { virtualClock } from '@karat/platform/clock';
import { expect, test } from 'vitest';
import type { Channel, Reader } from './channel.ts';
import { createChannels } from './index.ts';

interface Message {
  ch: string;
  seq: number;
  data: unknown;
}

/** A reader that records its messages; `waiting` is set by the test. */
function reader(): Reader & { messages: Message[]; waiting: number; open: boolean } {
  const messages: Message[] = [];
  return {
    messages,
    waiting: 0,
    open: true,
    behind: new Set<Channel>(),
    write: (frame) =>
      void messages.push(JSON.parse(frame.toString('utf8', frame[1] === 126 ? 4 : 2)) as Message),
  };
}

type Levels = Record<string, string>;

/** A bid side with its channel, as the owner of a family maintains it. */
function openBook() {
  const clock = virtualClock();
  const channels = createChannels({ clock, waitingMax: 1_000 });
  const bids: Levels = {};
  const depth = (levels: Levels, snapshot: boolean): Depth => ({
    match_id: 1,
    snapshot,
    bids: Object.entries(levels),
    asks: [],
  });
  const feed = channels.register({
    pattern: 'depth:<match_id>',
    known: ([id]) => id === '1',
    snapshot: () => depth(bids, true),
    conflate: { merge: (older, newer) => depth(Object.fromEntries([...older.bids, ...newer.bids]), false) },
  });
  const set = (price: string, quantity: string): void => {
    if (quantity === '0') delete bids[price];
    else bids[price] = quantity;
    feed.publish([1], depth({ [price]: quantity }, false));
  };
  const channel = channels.find('depth:1');
  if (!channel) throw new Error('no channel');
  return { clock, channels, feed, set, channel, bids };
}

/** Returns the book that a client rebuilds from its messages; throws at a gap. */
function bookOf(messages: readonly Message[]): Levels {
  let levels: Levels = {};
  let seq = 0;
  for (const each of messages) {
    const { snapshot, bids } = each.data as Depth;
    if (snapshot) levels = {};
    else if (each.seq !== seq + 1) throw new Error(`gap: ${seq} then ${each.seq}`);
    seq = each.seq;
    for (const [price, quantity] of bids) {
      if (quantity === '0') delete levels[price];
      else levels[price] = quantity;
    }
  }
  return levels;
}

test('a reader gets the snapshot at once, then numbered differences without a gap', () => {
  const { channels, clock, set, channel, bids } = openBook();
  set('10', '1');
  const ann = reader();
  channels.listen(channel, ann);
  set('11', '2');
  clock.advance(100);
  set('10', '0');
  set('12', '5');
  clock.advance(100);
  expect(ann.messages.map((each) => [each.seq, (each.data as Depth).snapshot])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
  expect(bookOf(ann.messages)).toEqual(bids);
});

test('differences between two sends are merged', () => {
  const { channels, clock, set, channel, feed } = openBook();
  const ann = reader();
  channels.listen(channel, ann);
  set('10', '1');
  clock.advance(0);
  for (let quantity = 2; quantity <= 50; quantity++) set('10', String(quantity));
  clock.advance(99);
  expect(ann.messages).toHaveLength(2);
  clock.advance(1);
  expect(ann.messages).toHaveLength(3);
  expect(ann.messages[2]?.data).toMatchObject({ bids: [['10', '50']] });
  expect(feed.seq([1])).toBe(ann.messages[2]?.seq);
});

test('a clock set back delays a send by no more than its interval', () => {
  const { channels, clock, set, channel } = openBook();
  const ann = reader();
  channels.listen(channel, ann);
  set('10', '1');
  clock.advance(100);
  clock.set(clock.now() - 3_600_000);
  set('10', '2');
  clock.advance(100);
  expect(ann.messages).toHaveLength(3);
});

test('a late reader does not receive again what its snapshot contains', () => {
  const { channels, clock, set, channel } = openBook();
  const ann = reader();
  const bob = reader();
  channels.listen(channel, ann);
  set('10', '1');
  clock.advance(0);
  set('11', '2');
  channels.listen(channel, bob);
  clock.advance(1_000);
  expect(bob.messages).toHaveLength(1);
  expect(bob.messages[0]?.seq).toBe(ann.messages.at(-1)?.seq);
  expect(bookOf(ann.messages)).toEqual(bookOf(bob.messages));
});

test('a reader that subscribes again gets the snapshot again, and continues from there', () => {
  const { channels, clock, set, channel, bids } = openBook();
  const ann = reader();
  channels.listen(channel, ann);
  set('10', '1');
  clock.advance(100);
  channels.listen(channel, ann);
  set('11', '2');
  clock.advance(100);
  expect(ann.messages.map((each) => (each.data as Depth).snapshot)).toEqual([true, false, true, false]);
  expect(bookOf(ann.messages)).toEqual(bids);
  expect(channel.readers.size).toBe(1);
});

test('a slow reader that subscribes again waits for its snapshot until it has caught up', () => {
  const { channels, clock, set, channel, bids } = openBook();
  const ann = reader();
  channels.listen(channel, ann);
  ann.waiting = 2_000;
  set('10', '1');
  clock.advance(100);
  channels.listen(channel, ann);
  expect(ann.messages).toHaveLength(1);
  ann.waiting = 0;
  clock.advance(100);
  expect(ann.messages).toHaveLength(2);
  expect(bookOf(ann.messages)).toEqual(bids);
});

test('a slow reader misses differences, then gets one fresh snapshot and continues from there', () => {
  const { channels, clock, set, channel, bids } = openBook();
  const slow = reader();
  const quick = reader();
  channels.listen(channel, slow);
  channels.listen(channel, quick);
  slow.waiting = 5_000;
  for (let round = 0; round < 50; round++) {
    set(String(round), '1');
    clock.advance(100);
  }
  expect(slow.messages).toHaveLength(1);
  expect(quick.messages).toHaveLength(51);
  expect(channels.counts.leftOut).toBe(1);
  slow.waiting = 0;
  clock.advance(100);
  set('7', '0');
  clock.advance(200);
  expect(slow.messages).toHaveLength(3);
  expect(bookOf(slow.messages)).toEqual(bids);
});

test('a reader that left receives nothing more, also when it was slow', () => {
  const { channels, clock, set, channel } = openBook();
  const ann = reader();
  channels.listen(channel, ann);
  ann.waiting = 5_000;
  set('1', '1');
  clock.advance(100);
  channels.leave(channel, ann);
  ann.waiting = 0;
  set('2', '1');
  clock.advance(1_000);
  expect(ann.messages).toHaveLength(1);
});

test('without readers only the number grows', () => {
  const { set, feed, clock } = openBook();
  set('1', '1');
  set('2', '1');
  clock.advance(1_000);
  expect(feed.seq([1])).toBe(2);
  expect(feed.hasReaders([1])).toBe(false);
});

test('only channels that their owner knows exist', () => {
  const { channels } = openBook();
  for (const name of [
    'depth:2',
    'depth',
    'depth:1:1',
    'depth:01',
    '__proto__',
    'constructor:1',
    'depth:1"}',
    `depth:${'1'.repeat(99)}`,
  ]) {
    expect(channels.find(name), name).toBeUndefined();
  }
});

test('messages of a channel that is not conflated each get their number, and too many leave a gap', () => {
  const clock = virtualClock();
  const channels = createChannels({ clock });
  const feed = channels.register({ pattern: 'trade:<match_id>', known: () => true, conflate: 'none' });
  const channel = channels.find('trade:1');
  const ann = reader();
  if (channel) channels.listen(channel, ann);
  feed.publish([1], []);
  feed.publish([1], []);
  clock.advance(100);
  expect(ann.messages.map((each) => each.seq)).toEqual([1, 2]);
  for (let count = 0; count < 300; count++) feed.publish([1], []);
  clock.advance(100);
  expect(ann.messages.length).toBe(2 + 256);
  expect(ann.messages[2]?.seq).toBe(2 + 300 - 256 + 1);
});
