import { formatDate } from '../../lib/format.ts';
import { useIdParam } from '../../lib/params.ts';
import { usePost } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, Loaded, Page, Skeleton } from '../../ui/index.ts';
import { Prose } from './Prose.tsx';
import { contentText } from './text.ts';

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-4/5'];

/** Grey lines in the shape of an article. */
export const ArticleSkeleton = () => (
  <div className="flex flex-col gap-3 pt-2" aria-busy="true">
    <Skeleton className="mb-3 h-8 w-3/4" />
    {LINES.map((width, line) => (
      <Skeleton key={line} className={`h-3.5 ${width}`} />
    ))}
  </div>
);

/** One article or announcement, by `?id=`. */
export default function Article() {
  const t = useText(contentText);
  const locale = useLocale();
  const id = useIdParam('id');
  const article = usePost('news/detail', { id: id ?? 0 }, { enabled: id !== undefined });
  return (
    <Page title={t('article')}>
      {id === undefined ? (
        <Empty text={t('article_missing')} />
      ) : (
        <Loaded of={article} skeleton={<ArticleSkeleton />}>
          {({ title, content, created_ms }) => (
            <article>
              <h2 className="text-xl font-semibold text-balance">{title}</h2>
              <p className="mt-1 mb-5 text-xs text-muted">{formatDate(created_ms, locale)}</p>
              <Prose content={content} />
            </article>
          )}
        </Loaded>
      )}
    </Page>
  );
}
