import type { CategoryId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { ArticleText } from '../store.ts';

/** A shipped article. */
export interface ShippedArticle {
  /** Stable name; an existing article keeps the changes of its editors. */
  readonly slug: string;
  readonly category: CategoryId;
  readonly position: number;
  /** Target of a banner inside the app. */
  readonly link?: string;
  /** Exists only in demos with demo money. */
  readonly demoOnly?: true;
  readonly texts: Readonly<Record<Lang, ArticleText>>;
}
