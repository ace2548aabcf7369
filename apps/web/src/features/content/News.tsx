import { ChevronRight, Megaphone } from 'lucide-react';
import { formatAgo } from '../../lib/format.ts';
import { onLine } from '../../lib/line.ts';
import { useNews } from '../../lib/news.ts';
import { useNow } from '../../lib/now.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, Link, LoadedPages, Page } from '../../ui/index.ts';
import { contentText } from './text.ts';

/** Announcements, newest first. */
export default function News() {
  const t = useText(contentText);
  const shell = useText(shellText);
  const locale = useLocale();
  const now = useNow();
  const news = useNews();
  return (
    <Page title={t('news')}>
      <LoadedPages query={news} empty={<Empty icon={<Megaphone />} text={t('news_none')} next="home" />}>
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map(({ id, title, abstract, thumbnail, created_ms }) => (
              <li key={id}>
                <Link
                  to="/pages/mailMessage/ggDetail"
                  search={{ id }}
                  className="flex items-center gap-3 rounded-lg bg-surface p-4 active:bg-raised"
                >
                  <span className="min-w-0 flex-1">
                    <span className="line-clamp-2 block text-lg font-medium">{title}</span>
                    {abstract !== '' && (
                      <span className="mt-1 line-clamp-2 block text-sm text-muted">{abstract}</span>
                    )}
                    <span className="mt-2 block text-xs text-muted">
                      {formatAgo(created_ms, now, locale, shell('just_now'))}
                    </span>
                  </span>
                  {thumbnail !== null && (
                    <img
                      src={onLine(thumbnail)}
                      alt=""
                      loading="lazy"
                      className="h-16 w-24 shrink-0 rounded-md bg-raised object-cover"
                    />
                  )}
                  <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </LoadedPages>
    </Page>
  );
}
