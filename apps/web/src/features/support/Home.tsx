import { CircleHelp, FileText, Headset, MessagesSquare, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { debounce } from '../../lib/debounce.ts';
import { formatAgo, formatTime } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Badge,
  Button,
  Card,
  Empty,
  LinkButton,
  LinkCell,
  List,
  ListRow,
  Loaded,
  Page,
  Rows,
  SearchField,
  Skeleton,
  SkeletonRows,
  UnreadDot,
  cx,
} from '../../ui/index.ts';
import { isAlwaysOpen, weekHours } from './hours.ts';
import type { Status } from './hours.ts';
import type { Conversation } from './log.ts';
import { supportText } from './text.ts';
import { readVisitorAccess } from './visitor.ts';

const SEARCH_MS = 250;
const SEARCH_MIN = 2;

/** A value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const { ask, end } = debounce(SEARCH_MS, () => setSettled(value));
    ask();
    return end;
  }, [value]);
  return settled;
}

/** Articles that answer a question, while it is typed. */
function Answers({ question }: { readonly question: string }) {
  const t = useText(supportText);
  const articles = useGet('support/articles', { q: question }, { keep: true });
  return (
    <div className={cx(articles.isPlaceholderData && 'opacity-60')}>
      <Loaded
        query={articles}
        skeleton={<SkeletonRows rows={3} />}
        empty={
          <Empty
            icon={<SearchX />}
            text={t('answers_none')}
            className="py-6"
            action={
              <LinkButton variant="plain" to="/pages/kf/kf">
                {t('ask')}
              </LinkButton>
            }
          />
        }
      >
        {(rows) => (
          <Rows title={t('answers')}>
            {rows.map(({ id, title, abstract }) => (
              <LinkCell
                key={id}
                to="/pages/common/article"
                search={{ id }}
                icon={<FileText />}
                label={title}
                hint={<span className="line-clamp-2">{abstract}</span>}
              />
            ))}
          </Rows>
        )}
      </Loaded>
    </div>
  );
}

function Hours({ status }: { readonly status: Status }) {
  const t = useText(supportText);
  const locale = useLocale();
  if (isAlwaysOpen(status)) return <p className="text-sm text-muted">{t('always')}</p>;
  return (
    <details className="group text-sm text-muted">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        {t('hours')}
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tnum">
        {weekHours(status, locale).map(({ days, times }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            <dd className="text-end text-ink">{times === '' ? t('closed_day') : times}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs">{t('zone', { zone: status.time_zone })}</p>
    </details>
  );
}

/** Whether customer service is there, and the way to it. */
function Reach({ status, open }: { readonly status: Status; readonly open: boolean }) {
  const t = useText(supportText);
  const locale = useLocale();
  const queue = status.waiting === 0 ? t('queue_empty') : t('queue_waiting', { count: status.waiting });
  const opens =
    status.opens_ms === null ? undefined : t('opens', { time: formatTime(status.opens_ms, locale) });
  return (
    <Card className="p-5">
      <div className="flex items-center gap-4">
        <span
          className={cx(
            'grid size-12 shrink-0 place-items-center rounded-full',
            status.open ? 'bg-good-soft text-good-ink' : 'bg-raised text-muted',
          )}
        >
          <Headset className="size-6" aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">{status.open ? t('open_now') : t('closed_now')}</h2>
          <p className="text-sm text-muted">{status.open ? queue : opens}</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-3 *:flex-1">
        {(status.open || open) && (
          <LinkButton to="/pages/kf/kf">{open ? t('chat_continue') : t('chat_start')}</LinkButton>
        )}
        <LinkButton
          variant={status.open || open ? 'plain' : 'gold'}
          to="/pages/kf/kf"
          search={{ form: 'ticket' }}
        >
          {t('ticket')}
        </LinkButton>
      </div>
      <div className="mt-3">
        <Hours status={status} />
      </div>
    </Card>
  );
}

const STATES = { waiting: 'gold', active: 'good', closed: 'plain' } as const;

function ConversationRow({ row }: { readonly row: Conversation }) {
  const t = useText(supportText);
  const shell = useText(shellText);
  const locale = useLocale();
  const ago = formatAgo(row.last_ms, useNow(), locale, shell('just_now'));
  return (
    <ListRow
      to="/pages/kf/kf"
      search={{ id: row.id }}
      title={row.subject === '' ? t(`kind_${row.kind}`) : row.subject}
      hint={`${t('number', { id: row.id })} · ${ago}`}
      end={
        <span className="flex shrink-0 items-center gap-2">
          <UnreadDot count={row.unread} />
          <Badge intent={STATES[row.state]}>{t(`state_${row.state}`)}</Badge>
        </span>
      }
    />
  );
}

function Conversations() {
  const t = useText(supportText);
  const shell = useText(shellText);
  const own = usePages('get', 'support/conversations', { limit: 5 });
  const frame = (body: ReactNode): ReactNode => (
    <section>
      <h2 className="mb-2 px-1 text-sm text-muted">{t('conversations')}</h2>
      {body}
    </section>
  );
  if (own.isPending) return frame(<Skeleton className="h-20 rounded-lg" />);
  // The ways to ask stand above; a failed list must not hide them.
  if (own.rows.length === 0) return null;
  return frame(
    <>
      <List ground="card">
        {own.rows.map((row) => (
          <ConversationRow key={row.id} row={row} />
        ))}
      </List>
      {own.hasNextPage && (
        <Button variant="quiet" wide busy={own.isFetchingNextPage} onClick={own.more}>
          {shell('more')}
        </Button>
      )}
    </>,
  );
}

/** Customer service: answers to questions, the way to an agent, own conversations. */
export default function Home() {
  const t = useText(supportText);
  const loggedIn = useSession((state) => state.token !== null);
  const [question, setQuestion] = useState('');
  const asked = useSettled(question.trim());
  const status = useGet('support/status', {}, { everyMs: 30_000 });
  const current = useGet('support/conversation', {}, { enabled: loggedIn });
  const hasOpen = loggedIn
    ? current.data?.kind === 'chat' && current.data.state !== 'closed'
    : readVisitorAccess() !== null;
  return (
    <Page title={t('title')}>
      <div className="flex flex-col gap-6">
        <SearchField label={t('search')} value={question} onValue={setQuestion} maxLength={200} />
        {question.trim().length >= SEARCH_MIN && asked.length >= SEARCH_MIN && <Answers question={asked} />}
        <Loaded query={status} skeleton={<Skeleton className="h-44 rounded-lg" />}>
          {(now) => <Reach status={now} open={hasOpen} />}
        </Loaded>
        {loggedIn && <Conversations />}
        <Rows>
          <LinkCell to="/pages/common/faq" icon={<CircleHelp />} label={t('faq')} hint={t('faq_hint')} />
          <LinkCell
            to="/pages/chat/rooms"
            icon={<MessagesSquare />}
            label={t('rooms')}
            hint={t('rooms_hint')}
          />
        </Rows>
      </div>
    </Page>
  );
}
