import { about } from './about.ts';
import { compliance } from './compliance.ts';
import { contact } from './contact.ts';
import type { ShippedArticle } from './text.ts';

/** Articles that ship with the program, by category and position. */
export const articles: readonly ShippedArticle[] = [...about, ...contact, ...compliance];
