import { CandlestickChart, Lock, MessagesSquare, Snail } from 'lucide-react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatAgo } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Empty, List, ListRow, Loaded, Page } from '../../ui/index.ts';
import { Safety } from './Safety.tsx';
import { chatText } from './text.ts';

type Room = ReplyOf<'chat/rooms'>[number];

function RoomRow({ room }: { readonly room: Room }) {
  const t = useText(chatText);
  const shell = useText(shellText);
  const locale = useLocale();
  const now = useNow();
  const isMarket = room.kind === 'market';
  return (
    <ListRow
      to="/pages/chat/room"
      search={{ id: room.id }}
      icon={
        <span
          className="grid size-10 shrink-0 place-items-center rounded-full bg-gold-soft text-base font-semibold text-gold-ink"
          aria-hidden="true"
        >
          {isMarket ? <CandlestickChart className="size-5" /> : room.name.slice(0, 1)}
        </span>
      }
      title={room.name}
      hint={
        room.last_ms === null
          ? t('quiet')
          : t('active', { time: formatAgo(room.last_ms, now, locale, shell('just_now')) })
      }
      end={
        <span className="flex shrink-0 flex-col items-end gap-1">
          {!room.open && (
            <Badge>
              <Lock className="size-3" aria-hidden="true" />
              {t('read_only')}
            </Badge>
          )}
          {room.open && room.slow_mode_s > 0 && (
            <Badge>
              <Snail className="size-3" aria-hidden="true" />
              {t('slow', { seconds: room.slow_mode_s })}
            </Badge>
          )}
        </span>
      }
    />
  );
}

function Group({ title, rooms }: { readonly title: string; readonly rooms: readonly Room[] }) {
  if (rooms.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 px-1 text-sm text-muted">{title}</h2>
      <List ground="card">
        {rooms.map((room) => (
          <RoomRow key={room.id} room={room} />
        ))}
      </List>
    </section>
  );
}

/** Public rooms: that of the reader's language first, then markets, then the other languages. */
export default function Rooms() {
  const t = useText(chatText);
  const language = usePreferences((state) => state.language);
  const rooms = useGet('chat/rooms', {});
  return (
    <Page title={t('rooms')}>
      <Loaded query={rooms} empty={<Empty icon={<MessagesSquare />} text={t('rooms_none')} next="support" />}>
        {(all) => (
          <div className="flex flex-col gap-6">
            <Group title={t('own_language')} rooms={all.filter(({ lang }) => lang === language)} />
            <Group title={t('markets')} rooms={all.filter(({ kind }) => kind === 'market')} />
            <Group
              title={t('languages')}
              rooms={all.filter(({ kind, lang }) => kind === 'language' && lang !== language)}
            />
            <Safety />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
