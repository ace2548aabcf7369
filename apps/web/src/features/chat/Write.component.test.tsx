import '../../testing/browser.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSession, openSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { advance } from '../../testing/app.tsx';
import { conversationText } from '../../ui/conversation/text.ts';
import type { Me, Room } from './room-log.ts';
import { chatText } from './text.ts';
import { Write } from './Write.tsx';

const ROOM: Room = {
  ...{ id: 1, kind: 'language', name: 'English', lang: 'en', match_id: null, open: true },
  ...{ slow_mode_s: 10, last_seq: 10, last_ms: null },
};
const ME: Me = { author_id: 4, nickname: 'Ada', vip_level: 1, muted_until_ms: null, next_ms: null };

beforeEach(async () => {
  await Promise.all([chatText.load('en'), conversationText.load('en'), shellText.load('en')]);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  openSession('token-of-test');
});

afterEach(() => {
  cleanup();
  closeSession();
  vi.useRealTimers();
});

const writeOf = (me: Partial<Me>) => (
  <Write
    room={ROOM}
    me={{ ...ME, ...me }}
    answered={null}
    onAnswered={() => undefined}
    onSend={() => undefined}
  />
);

test('slow mode counts from the last message, however long the room has been open', async () => {
  const { rerender } = render(writeOf({}));
  await advance(60_000);
  rerender(writeOf({ next_ms: Date.now() + 10_000 }));
  expect(screen.getByText('Slow mode: next message in 10 s')).toBeTruthy();
  await advance(9_000);
  expect(screen.getByText('Slow mode: next message in 1 s')).toBeTruthy();
  await advance(1_000);
  expect(screen.queryByText(/^Slow mode/u)).toBeNull();
  await advance(30_000);
  rerender(writeOf({ next_ms: Date.now() + 10_000 }));
  expect(screen.getByText('Slow mode: next message in 10 s')).toBeTruthy();
});

test('who is muted cannot write until the end of it', async () => {
  render(writeOf({ muted_until_ms: Date.now() + 3_000 }));
  expect(screen.getByText(/^You cannot write until/u)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await advance(3_000);
  expect(screen.getByRole('textbox')).toBeTruthy();
});
