import type { ChatOwnFrame, SupportFrame } from '@karat/contract';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { onChannel } from '../../lib/channel-store.ts';
import { useOwnChannels } from '../../lib/own-store.ts';
import { invalidate } from '../../lib/query.ts';
import { useOutgoing } from '../../ui/conversation/index.ts';
import type { OutgoingQueue } from '../../ui/conversation/index.ts';
import { createFeed } from './feed.ts';
import type { Feed, FeedState } from './feed.ts';
import { isUnread } from './log.ts';
import type { Conversation, Log } from './log.ts';
import type { Content, Sent, Transport } from './transport.ts';

/** Visitors have no channel. */
const POLL_MS = 3_000;
/** Covers frames that a broken connection lost, and shows the place in the queue. */
const REFRESH_MS = 30_000;

export interface ConversationState extends OutgoingQueue<Content>, FeedState {
  /** The first list has arrived, or there is nothing to list. */
  readonly isReady: boolean;
  readonly loadOlder: () => void;
  readonly reload: () => void;
  readonly onTyping: () => void;
  readonly onConversation: (conversation: Conversation) => void;
}

/** Marks what is on screen as read. */
function useReadMark(transport: Transport, log: Log): void {
  const marked = useRef(0);
  const seq = log.messages.at(-1)?.seq ?? 0;
  const id = log.conversation?.id;
  const unread = isUnread(log);
  useEffect(() => {
    const mark = (): void => {
      if (id === undefined || !unread || document.visibilityState === 'hidden') return;
      if (marked.current >= seq) return;
      marked.current = seq;
      transport.read(id, seq).then(
        () => void invalidate('support/status', 'support/conversations'),
        () => (marked.current = 0),
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [transport, id, seq, unread]);
}

/** Lists the conversation when it is opened, shown again and from time to time. */
function useRefresh(feed: Feed, isLive: boolean): void {
  useEffect(() => {
    feed.catchUp();
    const refresh = (): void => {
      if (document.visibilityState !== 'hidden') feed.catchUp();
    };
    const timer = setInterval(refresh, isLive ? REFRESH_MS : POLL_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      feed.stop();
    };
  }, [feed, isLive]);
}

/** A conversation with customer service: its messages, those that are being sent, and what the other side does. */
export function useConversation(transport: Transport, initialId: number | undefined): ConversationState {
  const [feed] = useState(() => createFeed(transport, initialId));
  const [subscribe] = useState(
    () => () =>
      transport.isLive
        ? onChannel<SupportFrame | ChatOwnFrame>('chat', (event) => {
            if (event !== 'stale') feed.onFrame(event.data);
          })
        : () => undefined,
  );
  const state = useStore(feed.store);
  useOwnChannels({ subscribe, refetch: feed.catchUp });
  useRefresh(feed, transport.isLive);
  useReadMark(transport, state.log);
  const outgoing = useOutgoing<Content, Sent>({
    send: (clientId, content) => transport.send(feed.id(), clientId, content),
    onSent: feed.onSent,
  });
  return {
    ...outgoing,
    ...state,
    isReady: initialId === undefined || state.log.conversation !== null,
    loadOlder: feed.loadOlder,
    reload: feed.catchUp,
    onTyping: () => {
      const id = feed.id();
      // A mark that is lost does no harm.
      if (id !== undefined) transport.typing(id).catch(() => undefined);
    },
    onConversation: feed.onConversation,
  };
}
