import { X } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { useSecond } from '../../lib/second.ts';
import { useSession } from '../../lib/session.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { IconButton, LinkButton } from '../../ui/index.ts';
import { Composer } from '../../ui/conversation/index.ts';
import type { Me, Message, Room } from './room-log.ts';
import { chatText } from './text.ts';

const TEXT_MAX = 500;
const S_MS = 1_000;

/** Whole seconds until a time; 0 once it has passed. */
function useSecondsUntil(ms: number | null): number {
  const now = useSecond();
  return ms === null ? 0 : Math.max(0, Math.ceil((ms - now) / S_MS));
}

interface WriteProps {
  readonly room: Room;
  readonly me: Me | null;
  /** The message that the next one answers. */
  readonly answered: Message | null;
  readonly onAnswered: () => void;
  readonly onSend: (text: string) => void;
}

const PLACE = 'border-t border-line bg-bg px-4 pt-3 text-center text-sm text-muted safe-bottom';

/** The composer of a room, or why the reader cannot write. */
export function Write({ room, me, answered, onAnswered, onSend }: WriteProps) {
  const t = useText(chatText);
  const locale = useLocale();
  const loggedIn = useSession((state) => state.token !== null);
  const mutedFor = useSecondsUntil(me?.muted_until_ms ?? null);
  const wait = useSecondsUntil(me?.next_ms ?? null);
  if (!loggedIn)
    return (
      <div className={PLACE}>
        <LinkButton wide to="/pages/common/login" search={{ to: `/pages/chat/room?id=${room.id}` }}>
          {t('login')}
        </LinkButton>
      </div>
    );
  if (!room.open) return <p className={PLACE}>{t('closed')}</p>;
  const until = me?.muted_until_ms;
  if (mutedFor > 0 && until)
    return <p className={PLACE}>{t('muted', { time: formatTime(until, locale) })}</p>;
  return (
    <Composer
      maxLength={TEXT_MAX}
      onSend={onSend}
      blocked={wait > 0 ? t('slow_wait', { seconds: wait }) : undefined}
      above={
        answered && (
          <div className="mb-1 flex items-center gap-2 ps-1">
            <p className="min-w-0 flex-1 border-s-2 border-gold-ink ps-2 text-sm text-muted">
              <span className="block text-xs font-semibold">
                {t('answering', { name: answered.nickname })}
              </span>
              <span className="line-clamp-1">{answered.text}</span>
            </p>
            <IconButton label={t('answer_cancel')} onClick={onAnswered}>
              <X />
            </IconButton>
          </div>
        )
      }
    />
  );
}
