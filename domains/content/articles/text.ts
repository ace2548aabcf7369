import type { CategoryId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { ArticleText } from '../store.ts';

/** An article that the program ships. */
export interface ShippedArticle {
  /** Stable name; an article that is there already is left as its editors have it. */
  readonly slug: string;
  readonly category: CategoryId;
  readonly position: number;
  /** Where a banner leads inside the app. */
  readonly link?: string;
  /** Belongs to demonstrations with demo money only. */
  readonly demoOnly?: true;
  readonly texts: Readonly<Record<Lang, ArticleText>>;
}
