/** Articles, banners, notices and settings of the site. */
export { editable, remove, save } from './edit.ts';
export type { EditableArticle } from './edit.ts';
export { announce, announceWork } from './announce.ts';
export { contentNotices } from './notices.ts';
export { contentHandlers } from './http.ts';
export { contentMessages } from './messages.ts';
export { seedArticles } from './seed.ts';
export type { SiteSettings } from './settings.ts';
export type { ArticleInput, ArticleText } from './store.ts';
export { findArticles } from './find.ts';
