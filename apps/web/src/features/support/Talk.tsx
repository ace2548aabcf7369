import { Check, CheckCheck, Clock3, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { CallError } from '../../lib/envelope.ts';
import { useText } from '../../lib/text.ts';
import { Failed, SkeletonRows } from '../../ui/index.ts';
import {
  Bubble,
  ConversationPage,
  EventLine,
  NotSent,
  Timeline,
  conversationText,
} from '../../ui/conversation/index.ts';
import type { Outgoing, TimelineEntry } from '../../ui/conversation/index.ts';
import { hasOlder } from './log.ts';
import type { Conversation, Message } from './log.ts';
import { MessageBody } from './MessageBody.tsx';
import { MissingConversation } from './Missing.tsx';
import { Ending } from './Ending.tsx';
import { PrivatePicture } from './PrivatePicture.tsx';
import { TalkMenu } from './TalkMenu.tsx';
import { supportText } from './text.ts';
import type { Content, Transport } from './transport.ts';
import { useConversation } from './use-conversation.ts';
import type { ConversationState } from './use-conversation.ts';
import { Write } from './Write.tsx';

interface TalkProps {
  /** Must be stable. */
  readonly transport: Transport;
  /** Undefined for a conversation that its first message opens. */
  readonly id: number | undefined;
  /** Begins another conversation after this one was closed. */
  readonly onAgain?: () => void;
  /** The server does not know the conversation. */
  readonly onMissing?: () => void;
}

/** Whether an own message was read by operators, or only stored. */
function ReadMark({ isRead }: { readonly isRead: boolean }) {
  const t = useText(supportText);
  const Icon = isRead ? CheckCheck : Check;
  return (
    <>
      <Icon className={isRead ? 'size-3.5 text-gold-ink' : 'size-3.5'} aria-hidden="true" />
      <span className="sr-only">{isRead ? t('read') : t('sent')}</span>
    </>
  );
}

const EVENT_TEXTS = {
  joined: 'event_joined',
  left: 'event_left',
  closed_by_customer: 'event_closed_own',
  closed_by_operator: 'event_closed',
  merged: 'event_merged',
} as const;

/** Entries of the list: stored messages, then those that are being sent. */
function useEntries(
  transport: Transport,
  { log, pending, retry, discard }: ConversationState,
): readonly TimelineEntry[] {
  const t = useText(supportText);
  const c = useText(conversationText);
  const { conversation, messages } = log;
  const stored = messages.map((message): TimelineEntry => {
    const own = message.author === 'customer';
    const base = { key: message.client_id ?? `message ${message.id}`, atMs: message.created_ms, own };
    if (message.event !== null) {
      const text = t(EVENT_TEXTS[message.event]);
      return { ...base, spoken: text, node: <EventLine>{text}</EventLine> };
    }
    const mark = own && <ReadMark isRead={message.seq <= (conversation?.operator_read_seq ?? 0)} />;
    return {
      ...base,
      spoken: own ? '' : spokenOf(message, t('picture')),
      node: (
        <Bubble own={own} atMs={message.created_ms} mark={mark}>
          <MessageBody
            text={message.text}
            picture={
              message.file !== null && (
                <PrivatePicture
                  transport={transport}
                  conversation={message.conversation_id}
                  message={message.id}
                />
              )
            }
            reference={message.reference}
          />
        </Bubble>
      ),
    };
  });
  const known = new Set(messages.map(({ client_id: clientId }) => clientId));
  const waiting = pending
    .filter(({ clientId }) => !known.has(clientId))
    .map(({ clientId, content, createdMs, failure }: Outgoing<Content>): TimelineEntry => ({
      key: clientId,
      atMs: createdMs,
      own: true,
      spoken: '',
      node: (
        <>
          <Bubble
            own
            faint
            atMs={createdMs}
            mark={failure === null && <Clock3 className="size-3.5" role="img" aria-label={c('sending')} />}
          >
            <MessageBody
              text={content.text}
              preview={content.picture?.shown ?? null}
              reference={content.reference ?? null}
            />
          </Bubble>
          {failure !== null && (
            <NotSent failure={failure} onRetry={() => retry(clientId)} onDiscard={() => discard(clientId)} />
          )}
        </>
      ),
    }));
  return [...stored, ...waiting];
}

const spokenOf = ({ text, file }: Message, picture: string): string =>
  file === null || text !== '' ? text : picture;

/** Where the conversation stands: in the queue, or with whom. */
function StateLine({ conversation }: { readonly conversation: Conversation | null }) {
  const t = useText(supportText);
  if (conversation?.state !== 'waiting' || conversation.kind !== 'chat') return null;
  const position = conversation.queue_position;
  return (
    <p className="mx-4 rounded-md bg-gold-soft px-4 py-2.5 text-center text-sm text-gold-ink">
      {position === null ? t('queue_connecting') : t('queue_position', { position })}
    </p>
  );
}

/** At the beginning of every conversation. */
function Hello({ children }: { readonly children: ReactNode }) {
  const t = useText(supportText);
  return (
    <div className="mx-auto flex max-w-[300px] flex-col items-center gap-2 py-6 text-center">
      <p className="text-lg font-semibold">{children}</p>
      <p className="text-sm text-balance text-muted">
        <ShieldCheck className="me-1.5 inline size-4 align-[-3px] text-good-ink" aria-hidden="true" />
        {t('safety')}
      </p>
    </div>
  );
}

function TypingMark({ name }: { readonly name: string }) {
  const t = useText(supportText);
  return (
    <p className="flex items-center gap-2 pt-2 text-xs text-muted">
      <span className="flex gap-1" aria-hidden="true">
        {['', '[animation-delay:.2s]', '[animation-delay:.4s]'].map((delay) => (
          <span
            key={delay}
            className={`size-1.5 animate-[pulse_1.2s_infinite] rounded-full bg-muted ${delay}`}
          />
        ))}
      </span>
      {t('typing', { name })}
    </p>
  );
}

const isUnknown = (error: Error | null): boolean =>
  error instanceof CallError && error.code === 'support_unknown';

/** A conversation with customer service. */
export function Talk({ transport, id, onAgain, onMissing }: TalkProps) {
  const t = useText(supportText);
  const state = useConversation(transport, id);
  const entries = useEntries(transport, state);
  const { log, error } = state;
  const { conversation } = log;
  const isMissing = isUnknown(error);
  useEffect(() => {
    if (isMissing) onMissing?.();
  }, [isMissing, onMissing]);
  if (isMissing) return <MissingConversation />;
  const agent = conversation?.operator ?? t('title');
  const subject = conversation?.subject ?? '';
  const isClosed = conversation?.state === 'closed';
  return (
    <ConversationPage
      name={t('title')}
      title={
        <>
          <span className="block">{agent}</span>
          {subject !== '' && (
            <span className="line-clamp-1 block text-xs font-normal text-muted">{subject}</span>
          )}
        </>
      }
      back="/pages/kefu/index"
      right={
        conversation && (
          <TalkMenu conversation={conversation} transport={transport} onChanged={state.onConversation} />
        )
      }
      notice={<StateLine conversation={conversation} />}
      footer={
        isClosed ? (
          <Ending
            conversation={conversation}
            transport={transport}
            onRated={state.onConversation}
            onAgain={onAgain}
          />
        ) : (
          <Write state={state} transport={transport} />
        )
      }
    >
      {state.isReady ? (
        <Timeline
          label={t('messages')}
          entries={entries}
          hasOlder={hasOlder(log)}
          loadingOlder={state.loadingOlder}
          onOlder={state.loadOlder}
          head={<Hello>{t('hello')}</Hello>}
          foot={state.isTyping && !isClosed && <TypingMark name={conversation?.operator ?? t('agent')} />}
        />
      ) : error ? (
        <Failed error={error} retry={state.reload} className="m-auto" />
      ) : (
        <SkeletonRows className="px-4" />
      )}
    </ConversationPage>
  );
}
