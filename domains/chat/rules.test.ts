import { userId } from '@karat/contract';
import { expect, test } from 'vitest';
import { mergeFrames } from './channel.ts';
import { publicName, screen, slowModeWait } from './rules.ts';

test('a text is refused for a link, held for each kind of private data, or shown', () => {
  expect(screen('see karat-gift.com')).toEqual({ kind: 'refused' });
  expect(screen('0x52908400098527886E0F7030069857D2E4169EE7 or +852 5123 4567')).toEqual({
    kind: 'held',
    holds: ['wallet_address', 'phone'],
  });
  expect(screen('mail me: a@people.example')).toEqual({ kind: 'held', holds: ['email'] });
  expect(screen('BTC above 92,000.5')).toEqual({ kind: 'shown' });
});

test('a name with the UID is replaced by one of the author', () => {
  const user = userId(100_007);
  expect(publicName('Mia', user, 4)).toBe('Mia');
  expect(publicName('K100007', user, 4)).toBe('K#4');
  expect(publicName('', user, undefined)).toBe('K#…');
});

test('slow mode waits from the last message', () => {
  expect(slowModeWait(30, 1_000, 11_000)).toBe(20_000);
  expect(slowModeWait(30, 1_000, 31_000)).toBe(0);
  expect(slowModeWait(30, undefined, 0)).toBe(0);
  expect(slowModeWait(0, 1_000, 1_001)).toBe(0);
});

test('frames of a room join: a message that changed twice is sent as it is now', () => {
  const message = (id: number, seq: number) => ({
    ...{ id, seq, room_id: 1, state: 'shown' as const, author_id: 1, nickname: 'Mia', vip_level: 0 },
    ...{ text: `at ${seq}`, reply_to: null, created_at: '2026-11-20 02:00:00', created_ms: 0 },
  });
  const frame = (seq: number, ...ids: number[]) => ({
    room_id: 1,
    last_seq: seq,
    messages: ids.map((id) => message(id, seq)),
  });
  const joined = mergeFrames(mergeFrames(frame(1, 1), frame(2, 2)), frame(3, 1));
  expect(joined.last_seq).toBe(3);
  expect(joined.messages.map(({ id, seq }) => [id, seq])).toEqual([
    [2, 2],
    [1, 3],
  ]);
});
