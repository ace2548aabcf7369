import { formatDate } from '../../lib/format.ts';
import { onLine } from '../../lib/line.ts';
import { useLocale } from '../../lib/text.ts';
import { Prose } from '../../ui/index.ts';

/** Title, date, picture and content of an article. */
export function ArticleText({
  title,
  content,
  thumbnail,
  created_ms: created,
}: {
  readonly title: string;
  readonly content: string;
  /** Address of a picture, or null. */
  readonly thumbnail: string | null;
  readonly created_ms: number;
}) {
  const locale = useLocale();
  return (
    <article>
      <h2 className="text-xl font-semibold text-balance">{title}</h2>
      <p className="mt-1 mb-5 text-xs text-muted">{formatDate(created, locale)}</p>
      {thumbnail !== null && (
        <img
          src={onLine(thumbnail)}
          alt=""
          className="mb-5 aspect-video w-full rounded-lg bg-raised object-cover"
        />
      )}
      <Prose content={content} />
    </article>
  );
}
