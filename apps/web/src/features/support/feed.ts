import type { ChatOwnFrame, SupportFrame } from '@karat/contract';
import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { invalidate } from '../../lib/query.ts';
import { EMPTY_LOG, missingAfter, withConversation, withMessages } from './log.ts';
import type { Conversation, Log } from './log.ts';
import type { MessageList, Sent, Transport } from './transport.ts';

const TYPING_MS = 5_000;
/** Lists in a row until a conversation is complete. */
const LISTS_MAX = 10;

export interface FeedState {
  readonly log: Log;
  readonly error: Error | null;
  /** Whether the other side wrote in the last seconds. */
  readonly isTyping: boolean;
  readonly loadingOlder: boolean;
}

/** A conversation on this device: what the server lists, pushes and answers ends in one log. */
export interface Feed {
  readonly store: StoreApi<FeedState>;
  /** Id of the conversation; undefined until its first message has opened it. */
  readonly id: () => number | undefined;
  /** Lists what is missing; one run at a time. */
  readonly catchUp: () => void;
  readonly loadOlder: () => void;
  readonly onFrame: (frame: SupportFrame | ChatOwnFrame) => void;
  readonly onSent: (sent: Sent) => void;
  readonly onConversation: (conversation: Conversation) => void;
  /** Ends the timer of the typing mark. */
  readonly stop: () => void;
}

/** A mark that ends by itself after five seconds. */
function createTypingMark(store: StoreApi<FeedState>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    show: (isTyping: boolean): void => {
      clearTimeout(timer);
      store.setState({ isTyping });
      if (isTyping) timer = setTimeout(() => store.setState({ isTyping: false }), TYPING_MS);
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** Lists what is missing of a conversation until it is complete. */
async function listMissing(
  id: number,
  transport: Transport,
  log: () => Log,
  take: (list: MessageList) => void,
): Promise<void> {
  const newest = log().messages.at(-1)?.seq;
  take(await transport.list(id, newest === undefined ? {} : { after: newest }));
  for (let lists = 0; lists < LISTS_MAX; lists += 1) {
    const after = missingAfter(log());
    if (after === null) return;
    const known = log().messages.length;
    take(await transport.list(id, { after }));
    if (log().messages.length === known) return;
  }
}

interface FrameDeps {
  readonly log: () => Log;
  readonly change: (next: (log: Log) => Log) => void;
  /** Lists again if a number is missing. */
  readonly closeGap: () => void;
  readonly typing: ReturnType<typeof createTypingMark>;
}

/** Takes frames of the user's channel that concern the conversation. */
function onFrameOf({ log, change, closeGap, typing }: FrameDeps): Feed['onFrame'] {
  return (frame) => {
    const known = log().conversation?.id;
    switch (frame.type) {
      case 'message':
        void invalidate('support/status');
        if (frame.message.conversation_id !== known) return;
        change((before) => withMessages(before, [frame.message]));
        if (frame.message.author !== 'customer') typing.show(false);
        return closeGap();
      case 'conversation':
        if (frame.conversation.id !== known) return;
        change((before) => withConversation(before, frame.conversation));
        return closeGap();
      case 'typing':
        if (frame.conversation_id === known) typing.show(true);
        return;
      case 'room_message':
      case 'room_muted':
    }
  };
}

interface OlderDeps {
  readonly store: StoreApi<FeedState>;
  readonly transport: Transport;
  readonly id: number | undefined;
  readonly change: (next: (log: Log) => Log) => void;
}

/** Lists the messages before the first one; one list at a time. */
function loadOlder({ store, transport, id, change }: OlderDeps): void {
  const { log, loadingOlder } = store.getState();
  const first = log.messages[0]?.seq;
  if (id === undefined || first === undefined || loadingOlder) return;
  store.setState({ loadingOlder: true });
  transport
    .list(id, { before: first })
    .then(({ data }) => change((before) => withMessages(before, data)))
    .catch((error: Error) => store.setState({ error }))
    .finally(() => store.setState({ loadingOlder: false }));
}

export function createFeed(transport: Transport, initialId: number | undefined): Feed {
  const store = createStore<FeedState>(() => ({
    log: EMPTY_LOG,
    error: null,
    isTyping: false,
    loadingOlder: false,
  }));
  let running = false;
  const typing = createTypingMark(store);

  const log = (): Log => store.getState().log;
  const id = (): number | undefined => log().conversation?.id ?? initialId;
  const change = (next: (log: Log) => Log): void => store.setState({ log: next(log()) });
  const take = ({ conversation, data, typing: isTyping }: MessageList): void => {
    change((before) => withMessages(withConversation(before, conversation), data));
    typing.show(isTyping);
  };

  const catchUp = (): void => {
    const wanted = id();
    if (wanted === undefined || running) return;
    running = true;
    listMissing(wanted, transport, log, take)
      .then(() => store.setState({ error: null }))
      .catch((error: Error) => store.setState({ error }))
      .finally(() => (running = false));
  };
  const closeGap = (): void => {
    if (missingAfter(log()) !== null) catchUp();
  };

  const onFrame = onFrameOf({ log, change, closeGap, typing });
  return {
    store,
    id,
    catchUp,
    loadOlder: () => loadOlder({ store, transport, id: id(), change }),
    onFrame,
    onSent: ({ conversation, message }) => {
      change((before) => withMessages(withConversation(before, conversation), [message]));
      closeGap();
      void invalidate('support/conversations', 'support/conversation', 'support/status');
    },
    onConversation: (conversation) => {
      change((before) => withConversation(before, conversation));
      void invalidate('support/conversations', 'support/conversation');
    },
    stop: typing.stop,
  };
}
