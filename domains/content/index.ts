/** Articles, banners, notices and settings of the site. */
export { editable, history, remove, save, versionOf } from './edit.ts';
export type { Version } from './edit.ts';
export { publish, publishable, withdraw } from './publish.ts';
export type { Publication } from './publish.ts';
export { publishedVersion } from './store.ts';
export { announceWork } from './announce.ts';
export { contentNotices } from './notices.ts';
export { contentHandlers } from './http.ts';
export { contentMessages } from './messages.ts';
export { seedArticles } from './seed.ts';
export type { SiteSettings } from './settings.ts';
export { findArticles } from './find.ts';
