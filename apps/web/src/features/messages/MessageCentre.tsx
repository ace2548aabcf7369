import { Bell, BellPlus, Headset, Megaphone, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAgo } from '../../lib/format.ts';
import { useNews } from '../../lib/news.ts';
import { useNow } from '../../lib/now.ts';
import type { Path } from '../../lib/paths.ts';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { useUnreadAnswers } from '../../lib/unread.ts';
import { Link, LinkCell, List, Loaded, Page, Rows, UnreadDot } from '../../ui/index.ts';
import { messagesText } from './text.ts';

interface RoomProps {
  readonly to: Path;
  readonly icon: ReactNode;
  readonly title: string;
  readonly description: string;
  /** The title of the latest message, shown instead of the description. */
  readonly latest?: string | undefined;
  readonly at?: number | undefined;
  readonly unread?: number;
}

/** A group of messages with its latest one. */
function Room({ to, icon, title, description, latest, at, unread = 0 }: RoomProps) {
  const shell = useText(shellText);
  const locale = useLocale();
  const now = useNow();
  return (
    <Link to={to} className="flex min-h-19 items-center gap-4 px-4 py-3 active:bg-raised">
      <span
        className="grid size-11 shrink-0 place-items-center rounded-full bg-gold-soft text-gold-ink [&_svg]:size-5.5"
        aria-hidden="true"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="grow text-lg font-medium">{title}</span>
          {at !== undefined && (
            <span className="shrink-0 text-xs text-muted">
              {formatAgo(at, now, locale, shell('just_now'))}
            </span>
          )}
        </span>
        <span className="mt-0.5 flex items-center gap-3">
          <span className="min-w-0 flex-1 text-sm wrap-anywhere text-muted">{latest ?? description}</span>
          <UnreadDot count={unread} />
        </span>
      </span>
    </Link>
  );
}

/** Notifications, announcements and support. */
export default function MessageCentre() {
  const t = useText(messagesText);
  const overview = useGet('usermessage', {});
  const news = useNews();
  const answers = useUnreadAnswers();
  const [announced] = news.rows;
  return (
    <Page title={t('title')}>
      <Loaded query={overview}>
        {({ unread, latest: [latest] }) => (
          <div className="flex flex-col gap-6">
            <List aria-label={t('title')} as="nav" ground="flush">
              <Room
                to="/pages/mailMessage/mailMessageList"
                icon={<Bell />}
                title={t('system')}
                description={t('system_none')}
                latest={latest?.title}
                at={latest?.created_ms}
                unread={unread}
              />
              <Room
                to="/pages/mailMessage/ggList"
                icon={<Megaphone />}
                title={t('announcements')}
                description={t('announcements_text')}
                latest={announced?.title}
                at={announced?.created_ms}
              />
              <Room
                to="/pages/kefu/index"
                icon={<Headset />}
                title={t('service')}
                description={t('service_text')}
                unread={answers}
              />
            </List>
            <Rows>
              <LinkCell to="/pages/setting/notifications" icon={<Settings />} label={t('settings')} />
              <LinkCell to="/pages/market/alerts" icon={<BellPlus />} label={t('own_alerts')} />
            </Rows>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
