import { useIdParam } from '../../lib/params.ts';
import { usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, Loaded, Page, SkeletonArticle } from '../../ui/index.ts';
import { ArticleText } from './ArticleText.tsx';
import { contentText } from './text.ts';

/** One article or announcement, by `?id=`. */
export default function Article() {
  const t = useText(contentText);
  const id = useIdParam('id');
  const article = usePost('news/detail', { id: id ?? 0 }, { enabled: id !== undefined });
  return (
    <Page title={t('article')}>
      {id === undefined ? (
        <Empty text={t('article_missing')} next="back" />
      ) : (
        <Loaded query={article} skeleton={<SkeletonArticle />}>
          {(row) => <ArticleText {...row} />}
        </Loaded>
      )}
    </Page>
  );
}
