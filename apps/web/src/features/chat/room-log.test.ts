import { expect, test } from 'vitest';
import {
  EMPTY_ROOM,
  visible,
  withChanges,
  withFrame,
  withMessages,
  withNewest,
  withOlder,
} from './room-log.ts';
import type { Message, Room } from './room-log.ts';

const message = (id: number, seq: number, values: Partial<Message> = {}): Message => ({
  id,
  room_id: 1,
  seq,
  state: 'shown',
  author_id: 4,
  nickname: 'Ada',
  vip_level: 1,
  text: `text ${id}`,
  reply_to: null,
  created_at: '',
  created_ms: id,
  ...values,
});

const room: Room = {
  id: 1,
  kind: 'language',
  name: 'English',
  lang: 'en',
  match_id: null,
  open: true,
  slow_mode_s: 0,
  last_seq: 10,
  last_ms: null,
};

const known = withNewest(EMPTY_ROOM, { room, me: null, data: [message(5, 9), message(6, 10)], own: [] }, 2);

test('the next change is added, and a repeated frame adds nothing', () => {
  const next = withFrame(known, { last_seq: 11, messages: [message(7, 11)] });
  expect(next.behind).toBe(false);
  const again = withFrame(next.log, { last_seq: 11, messages: [message(7, 11)] });
  expect(again.log.messages.map(({ id }) => id)).toEqual([5, 6, 7]);
  expect(again.log.seq).toBe(11);
});

test('a frame beyond the next number reports that changes are missing', () => {
  const { log, behind } = withFrame(known, { last_seq: 14, messages: [message(9, 14)] });
  expect(behind).toBe(true);
  expect(log.seq).toBe(10);
  expect(withFrame(known, { last_seq: 11, messages: [] }).behind).toBe(true);
});

test('a removed message replaces the shown one and stays removed when an older state arrives', () => {
  const removed = withFrame(known, {
    last_seq: 11,
    messages: [message(5, 11, { state: 'removed', text: '' })],
  });
  expect(removed.log.messages[0]).toMatchObject({ id: 5, state: 'removed', text: '' });
  expect(withMessages(removed.log, [message(5, 9)]).messages[0]?.state).toBe('removed');
});

test('an own held message stands at its place and is replaced when it is released', () => {
  const held = withMessages(known, [message(7, 0, { state: 'held' })]);
  expect(held.messages.map(({ id, state }) => [id, state])).toEqual([
    [5, 'shown'],
    [6, 'shown'],
    [7, 'held'],
  ]);
  const released = withFrame(held, { last_seq: 11, messages: [message(7, 11)] });
  expect(released.log.messages.at(-1)).toMatchObject({ id: 7, state: 'shown' });
});

test('history is added before the first message until a list is short', () => {
  const older = withOlder(known, { room, me: null, data: [message(3, 3), message(4, 4)], own: [] }, 2);
  expect(older.messages.map(({ id }) => id)).toEqual([3, 4, 5, 6]);
  expect(older.hasOlder).toBe(true);
  expect(withOlder(older, { room, me: null, data: [message(2, 2)], own: [] }, 2).hasOlder).toBe(false);
});

test('a list of changes that is cut leaves the rest to the next one', () => {
  const changes = { room: { ...room, last_seq: 14 }, me: null, data: [message(7, 11)], own: [] };
  const log = withChanges(known, changes);
  expect([log.seq, log.messages.map(({ id }) => id)]).toEqual([11, [5, 6, 7]]);
});

test('own held messages from before the newest wait for the history', () => {
  const held = { ...message(4, 0, { state: 'held' }), client_id: 'c-4' };
  const listed = { room, me: null, data: [message(5, 9), message(6, 10)], own: [held] };
  expect(withNewest(EMPTY_ROOM, listed, 2).messages.map(({ id }) => id)).toEqual([5, 6]);
  expect(withNewest(EMPTY_ROOM, listed, 3).messages.map(({ id }) => id)).toEqual([4, 5, 6]);
});

test('messages of a blocked author are not shown', () => {
  const log = withMessages(known, [message(8, 11, { author_id: 5 })]);
  expect(visible(log.messages, new Set([4])).map(({ id }) => id)).toEqual([8]);
});
