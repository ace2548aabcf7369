import { formatDate } from '../../lib/format.ts';
import { useIdParam } from '../../lib/params.ts';
import { usePost } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, Loaded, Page, SkeletonArticle } from '../../ui/index.ts';
import { Prose } from './Prose.tsx';
import { contentText } from './text.ts';

/** One article or announcement, by `?id=`. */
export default function Article() {
  const t = useText(contentText);
  const locale = useLocale();
  const id = useIdParam('id');
  const article = usePost('news/detail', { id: id ?? 0 }, { enabled: id !== undefined });
  return (
    <Page title={t('article')}>
      {id === undefined ? (
        <Empty text={t('article_missing')} next="back" />
      ) : (
        <Loaded query={article} skeleton={<SkeletonArticle />}>
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
