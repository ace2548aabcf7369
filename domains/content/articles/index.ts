import { about } from './about.ts';
import { banners } from './banners.ts';
import { compliance } from './compliance.ts';
import { contact } from './contact.ts';
import { faq } from './faq.ts';
import { news } from './news.ts';
import { notices } from './notices.ts';
import { rebates } from './rebates.ts';
import type { ShippedArticle } from './text.ts';

/** Articles that ship with the program, by category and position. */
export const articles: readonly ShippedArticle[] = [
  ...notices,
  ...banners,
  ...news,
  ...faq,
  ...about,
  ...contact,
  ...compliance,
  ...rebates,
];
