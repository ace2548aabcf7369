import type { ReactNode } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Card, Empty, Loaded, Prose, SkeletonArticle } from '../../ui/index.ts';
import { contentText } from './text.ts';

type Rows = ReplyOf<'aboutus'>;

interface Query {
  readonly data: Rows | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** A list of full articles. */
export function Articles({ query, icon }: { readonly query: Query; readonly icon?: ReactNode }) {
  const t = useText(contentText);
  return (
    <Loaded
      query={query}
      skeleton={<SkeletonArticle />}
      empty={<Empty icon={icon} text={t('none')} next="back" />}
    >
      {(rows) => (
        <div className="flex flex-col gap-4">
          {rows.map(({ id, title, content }) => (
            <Card key={id} className="p-5">
              <h2 className="mb-3 text-lg font-semibold">{title}</h2>
              <Prose content={content} />
            </Card>
          ))}
        </div>
      )}
    </Loaded>
  );
}
