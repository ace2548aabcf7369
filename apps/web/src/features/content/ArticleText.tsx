import { formatDate } from '../../lib/format.ts';
import { useLocale } from '../../lib/text.ts';
import { Prose } from '../../ui/index.ts';

/** Title, date and content of an article. */
export function ArticleText({
  title,
  content,
  created_ms: created,
}: {
  readonly title: string;
  readonly content: string;
  readonly created_ms: number;
}) {
  const locale = useLocale();
  return (
    <article>
      <h2 className="text-xl font-semibold text-balance">{title}</h2>
      <p className="mt-1 mb-5 text-xs text-muted">{formatDate(created, locale)}</p>
      <Prose content={content} />
    </article>
  );
}
