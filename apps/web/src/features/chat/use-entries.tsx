import { Clock3, EllipsisVertical, Hourglass } from 'lucide-react';
import { useText } from '../../lib/text.ts';
import { Badge } from '../../ui/index.ts';
import { Bubble, EventLine, NotSent, conversationText } from '../../ui/conversation/index.ts';
import type { Outgoing, TimelineEntry } from '../../ui/conversation/index.ts';
import type { Message } from './room-log.ts';
import { chatText } from './text.ts';
import type { Content, RoomState } from './use-room.ts';

function Author({ message: { nickname, vip_level: level } }: { readonly message: Message }) {
  const t = useText(chatText);
  return (
    <p className="mb-0.5 flex items-center gap-1.5 text-xs font-semibold text-gold-ink">
      <span className="min-w-0 wrap-anywhere">{nickname}</span>
      {level > 0 && <Badge intent="gold">{t('vip', { level })}</Badge>}
    </p>
  );
}

const Quote = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <span className="my-1 block border-s-2 border-gold-ink ps-2 text-sm text-muted">
    <span className="block text-xs font-semibold">{name}</span>
    <span className="line-clamp-2">{text}</span>
  </span>
);

function StoredMessage({
  message,
  own,
  onChoose,
}: {
  readonly message: Message;
  readonly own: boolean;
  readonly onChoose: (message: Message) => void;
}) {
  const t = useText(chatText);
  const isHeld = message.state === 'held';
  const reply = message.reply_to;
  return (
    <div className={own ? 'flex flex-row-reverse items-end' : 'flex items-end'}>
      <div className="min-w-0">
        <Bubble
          own={own}
          atMs={message.created_ms}
          faint={isHeld}
          author={!own && <Author message={message} />}
          inset={false}
        >
          {reply && <Quote name={reply.nickname} text={reply.text} />}
          {message.text}
        </Bubble>
        {isHeld && (
          <p className="flex items-center justify-end gap-1 pt-1 text-xs text-muted">
            <Hourglass className="size-3.5" aria-hidden="true" />
            {t('held')}
          </p>
        )}
      </div>
      {!isHeld && (
        <button
          type="button"
          aria-label={t('menu_of', { name: message.nickname })}
          aria-haspopup="dialog"
          onClick={() => onChoose(message)}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted active:bg-raised"
        >
          <EllipsisVertical className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

interface EntriesProps {
  readonly state: RoomState;
  /** Of authors that the reader sees. */
  readonly messages: readonly Message[];
  readonly onChoose: (message: Message) => void;
}

/** Entries of a room: its messages, then those that are being sent. */
export function useEntries({ state, messages, onChoose }: EntriesProps): readonly TimelineEntry[] {
  const t = useText(chatText);
  const c = useText(conversationText);
  const { log, pending, retry, discard } = state;
  const author = log.me?.author_id ?? null;
  const stored = messages.map((message): TimelineEntry => {
    const own = message.author_id === author;
    const base = { key: `message ${message.id}`, atMs: message.created_ms, own };
    if (message.state === 'removed')
      return { ...base, spoken: '', node: <EventLine>{t('removed')}</EventLine> };
    return {
      ...base,
      spoken: `${message.nickname}: ${message.text}`,
      node: <StoredMessage message={message} own={own} onChoose={onChoose} />,
    };
  });
  const waiting = pending.map(
    ({ clientId, content, createdMs, failure }: Outgoing<Content>): TimelineEntry => ({
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
            {content.replyTo && <Quote name={content.replyTo.nickname} text={content.replyTo.text} />}
            {content.text}
          </Bubble>
          {failure !== null && (
            <NotSent failure={failure} onRetry={() => retry(clientId)} onDiscard={() => discard(clientId)} />
          )}
        </>
      ),
    }),
  );
  return [...stored, ...waiting];
}
