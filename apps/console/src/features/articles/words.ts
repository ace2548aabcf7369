import type { ReplyOf } from '@karat/contract';

export type Article = ReplyOf<'console/articles'>['data'][number];

interface ArticleState {
  readonly text: string;
  readonly colour: string;
}

/** What readers see of an article. */
export function stateOf({
  shown,
  approved,
  next_ms: next,
}: Pick<Article, 'shown' | 'approved' | 'next_ms'>): ArticleState {
  if (shown !== null) return { text: `version ${shown} is shown`, colour: 'green' };
  if (next !== null) return { text: 'planned', colour: 'blue' };
  return approved ? { text: 'not shown any more', colour: 'default' } : { text: 'draft', colour: 'default' };
}
