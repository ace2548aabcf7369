import { MessageCircleOff } from 'lucide-react';
import { useState } from 'react';
import { CallError } from '../../lib/envelope.ts';
import { useIdParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Badge, Empty, Failed, LinkButton, Page, SkeletonRows } from '../../ui/index.ts';
import { ConversationPage, Timeline } from '../../ui/conversation/index.ts';
import { BlockedList } from './BlockedList.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { Safety } from './Safety.tsx';
import { visible } from './room-log.ts';
import type { Message } from './room-log.ts';
import { chatText } from './text.ts';
import { useEntries } from './use-entries.tsx';
import { useRoom } from './use-room.ts';
import { Write } from './Write.tsx';

function MissingRoom() {
  const t = useText(chatText);
  return (
    <Page title={t('rooms')} back="/pages/chat/rooms">
      <Empty
        icon={<MessageCircleOff />}
        text={t('missing')}
        action={<LinkButton to="/pages/chat/rooms">{t('all_rooms')}</LinkButton>}
      />
    </Page>
  );
}

/** Ids of the authors that the reader has blocked. */
function useBlocked(): ReadonlySet<number> {
  const enabled = useSession((state) => state.token !== null);
  const blocked = useGet('chat/blocked', {}, { enabled });
  return new Set(blocked.data?.map(({ author_id: author }) => author));
}

function OpenRoom({ id }: { readonly id: number }) {
  const t = useText(chatText);
  const loggedIn = useSession((session) => session.token !== null);
  const state = useRoom(id);
  const { log, error } = state;
  const { room, me } = log;
  const blocked = useBlocked();
  const [chosen, setChosen] = useState<Message | null>(null);
  const [answered, setAnswered] = useState<Message | null>(null);
  const messages = visible(log.messages, blocked);
  const entries = useEntries({ state, messages, onChoose: setChosen });
  if (error instanceof CallError && error.code === 'chat_room_unknown') return <MissingRoom />;
  return (
    <ConversationPage
      name={room?.name ?? t('rooms')}
      title={
        <>
          <span className="block">{room?.name ?? t('rooms')}</span>
          {room && room.slow_mode_s > 0 && (
            <Badge className="font-normal">{t('slow', { seconds: room.slow_mode_s })}</Badge>
          )}
        </>
      }
      back="/pages/chat/rooms"
      right={loggedIn && <BlockedList />}
      footer={
        room && (
          <Write
            room={room}
            me={me}
            answered={answered}
            onAnswered={() => setAnswered(null)}
            onSend={(text) => {
              state.submit({ text, replyTo: answered });
              setAnswered(null);
            }}
          />
        )
      }
    >
      {room ? (
        <Timeline
          label={t('messages')}
          entries={entries}
          hasOlder={log.hasOlder}
          loadingOlder={state.loadingOlder}
          onOlder={state.loadOlder}
          head={
            <>
              <Safety />
              {entries.length === 0 && <p className="py-10 text-center text-muted">{t('room_empty')}</p>}
            </>
          }
        />
      ) : error ? (
        <Failed error={error} retry={state.reload} className="m-auto" />
      ) : (
        <SkeletonRows className="px-4" />
      )}
      <MessageMenu
        message={chosen}
        own={chosen !== null && chosen.author_id === me?.author_id}
        onClose={() => setChosen(null)}
        onAnswer={setAnswered}
      />
    </ConversationPage>
  );
}

/** A public room. */
export default function Room() {
  const id = useIdParam('id');
  return id === undefined ? <MissingRoom /> : <OpenRoom id={id} />;
}
