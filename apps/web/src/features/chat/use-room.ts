import type { ChatOwnFrame, ChatRoomFrame, SupportFrame } from '@karat/contract';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../lib/api.ts';
import { onChannel } from '../../lib/channel-store.ts';
import { useOwnChannels } from '../../lib/own-store.ts';
import { useSession } from '../../lib/session.ts';
import { useConnection } from '../../lib/socket.ts';
import { useOutgoing } from '../../ui/conversation/index.ts';
import type { OutgoingQueue } from '../../ui/conversation/index.ts';
import { createFeed } from './feed.ts';
import type { FeedState } from './feed.ts';
import type { Message, OwnMessage } from './room-log.ts';

export interface Content {
  readonly text: string;
  readonly replyTo: Message | null;
}

export interface RoomState extends OutgoingQueue<Content>, FeedState {
  readonly loadOlder: () => void;
  readonly reload: () => void;
}

/** A room: its messages, those that are being sent, and the reader's standing. */
export function useRoom(id: number): RoomState {
  const [feed] = useState(() => createFeed(id));
  const [subscribe] = useState(
    () => () =>
      onChannel<ChatOwnFrame | SupportFrame>('chat', (event) => {
        if (event !== 'stale') feed.onOwnFrame(event.data);
      }),
  );
  const state = useStore(feed.store);
  const link = useConnection((connection) => connection.link);
  const token = useSession((session) => session.token);

  // Another user has another standing, and a new connection may have missed frames.
  useEffect(() => feed.catchUp(), [feed, token, link]);
  useEffect(
    () =>
      onChannel<ChatRoomFrame>(`chat:${id}`, (event) => {
        if (event !== 'stale') feed.onFrame(event.data);
      }),
    [feed, id],
  );
  useOwnChannels({ subscribe });

  const outgoing = useOutgoing<Content, OwnMessage>({
    send: (clientId, { text, replyTo }) =>
      api.post(
        'chat/send',
        { room_id: id, client_id: clientId, text, ...(replyTo ? { reply_to: replyTo.id } : {}) },
        { quiet: true, key: clientId },
      ),
    onSent: feed.onSent,
    // A mute, slow mode or closing may be new to this device.
    onFailed: ({ kind }) => {
      if (kind === 'error') feed.catchUp();
    },
  });
  return { ...outgoing, ...state, loadOlder: feed.loadOlder, reload: feed.catchUp };
}
