import type { ShippedArticle } from './text.ts';

/** Articles that ship with the program, by category and position. */
export const articles: readonly ShippedArticle[] = [];
