import type { Lang } from '@karat/i18n';

/** News categories on the wire. */
export const CATEGORIES = {
  news: 4,
  banners: 5,
  faq: 18,
  about: 19,
  rebate: 23,
  popup: 32,
  contact: 33,
  compliance: 34,
} as const;
export const CATEGORY_IDS = [4, 5, 18, 19, 23, 32, 33, 34] as const;
export type CategoryId = (typeof CATEGORY_IDS)[number];

/** What the console sends to the preview page of the app: an article in one language. */
export interface ArticlePreview {
  readonly lang: Lang;
  readonly theme: 'light' | 'dark';
  readonly c_id: CategoryId;
  readonly title: string;
  readonly abstract: string;
  readonly content: string;
  /** Address of its picture, or null. */
  readonly thumbnail: string | null;
  readonly link: string | null;
  readonly at_ms: number;
}
