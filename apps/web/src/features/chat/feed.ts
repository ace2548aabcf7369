import type { ChatOwnFrame, ChatRoomFrame, SupportFrame } from '@karat/contract';
import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { api } from '../../lib/api.ts';
import { EMPTY_ROOM, withChanges, withFrame, withMessages, withNewest, withOlder } from './room-log.ts';
import type { OwnMessage, RoomLog } from './room-log.ts';

const LIST_MAX = 50;
/** Further behind, the newest messages are listed in place of all changes. */
const BEHIND_MAX = 200;
const S_MS = 1_000;

export interface FeedState {
  readonly log: RoomLog;
  readonly error: Error | null;
  readonly loadingOlder: boolean;
}

/** A room on this device: what the server lists, pushes and answers ends in one log. */
export interface Feed {
  readonly store: StoreApi<FeedState>;
  /** Lists what is missing; a request during a run starts another after it. */
  readonly catchUp: () => void;
  readonly loadOlder: () => void;
  readonly onFrame: (frame: ChatRoomFrame) => void;
  readonly onOwnFrame: (frame: ChatOwnFrame | SupportFrame) => void;
  readonly onSent: (message: OwnMessage) => void;
}

export function createFeed(id: number): Feed {
  const store = createStore<FeedState>(() => ({ log: EMPTY_ROOM, error: null, loadingOlder: false }));
  const runs = { running: false, wanted: false, lastSeq: 0 };

  const log = (): RoomLog => store.getState().log;
  const change = (next: (log: RoomLog) => RoomLog): void => store.setState({ log: next(log()) });

  const listMissing = async (): Promise<void> => {
    const { room, seq } = log();
    const isNear = room !== null && runs.lastSeq - seq <= BEHIND_MAX;
    const window = isNear ? { after: seq } : {};
    const listed = await api.get(
      'chat/messages',
      { room_id: id, limit: LIST_MAX, ...window },
      { quiet: true },
    );
    change((before) => (isNear ? withChanges(before, listed) : withNewest(before, listed, LIST_MAX)));
    if (isNear && listed.data.length >= LIST_MAX) runs.wanted = true;
  };
  const run = async (): Promise<void> => {
    while (runs.wanted) {
      runs.wanted = false;
      await listMissing();
    }
    store.setState({ error: null });
  };
  const catchUp = (): void => {
    runs.wanted = true;
    if (runs.running) return;
    runs.running = true;
    run()
      .catch((error: Error) => store.setState({ error }))
      .finally(() => (runs.running = false));
  };

  return {
    store,
    catchUp,
    loadOlder: () => {
      const first = log().messages[0]?.id;
      if (first === undefined || store.getState().loadingOlder) return;
      store.setState({ loadingOlder: true });
      api
        .get('chat/messages', { room_id: id, before: first, limit: LIST_MAX })
        .then((listed) => change((before) => withOlder(before, listed, LIST_MAX)))
        // The refusal has been shown.
        .catch(() => undefined)
        .finally(() => store.setState({ loadingOlder: false }));
    },
    onFrame: (frame) => {
      // The first list includes what came before it.
      if (!log().room) return;
      const { log: next, behind } = withFrame(log(), frame);
      store.setState({ log: next });
      runs.lastSeq = Math.max(runs.lastSeq, frame.last_seq);
      if (behind) catchUp();
    },
    onOwnFrame: (frame) => {
      if (frame.type === 'room_message' && frame.message.room_id === id)
        change((before) => withMessages(before, [frame.message]));
      if (frame.type === 'room_muted' && (frame.room_id === null || frame.room_id === id))
        change((before) => ({
          ...before,
          me: before.me && { ...before.me, muted_until_ms: frame.until_ms },
        }));
    },
    onSent: (message) =>
      change((before) => {
        const wait = (before.room?.slow_mode_s ?? 0) * S_MS;
        const nextMs = wait > 0 ? message.created_ms + wait : null;
        const me = before.me && { ...before.me, author_id: message.author_id, next_ms: nextMs };
        return { ...withMessages(before, [message]), me };
      }),
  };
}
