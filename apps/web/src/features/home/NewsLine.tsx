import { ChevronRight, Megaphone } from 'lucide-react';
import { useNews } from '../../lib/news.ts';
import { useText } from '../../lib/text.ts';
import { Link, Skeleton } from '../../ui/index.ts';
import { homeText } from './text.ts';

/** The latest announcement with a link to all. */
export function NewsLine() {
  const t = useText(homeText);
  const news = useNews();
  const newest = news.rows[0];
  // Reserves its height while loading, so that nothing below moves.
  if (!newest) return news.isPending ? <Skeleton className="h-11 rounded-md" /> : null;
  return (
    <div className="flex items-center gap-2 rounded-md bg-surface ps-3">
      <Megaphone className="size-4.5 shrink-0 text-gold-ink" aria-hidden="true" />
      <Link
        to="/pages/mailMessage/ggDetail"
        search={{ id: newest.id }}
        className="flex min-h-11 min-w-0 flex-1 items-center py-1.5"
      >
        <span className="line-clamp-2 text-base">{newest.title}</span>
      </Link>
      <Link
        to="/pages/mailMessage/ggList"
        aria-label={t('news')}
        className="grid size-11 shrink-0 place-items-center text-muted"
      >
        <ChevronRight className="size-5" />
      </Link>
    </div>
  );
}
