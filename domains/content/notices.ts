import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';
import { LANGS } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';

/** The article has its texts in every language; a notification carries those of its reader. */
const inAll = (template: Template): Record<Lang, Template> =>
  Object.fromEntries(LANGS.map((lang) => [lang, template])) as Record<Lang, Template>;

/** Notifications of articles. */
export const contentNotices: NoticeTexts<NoticesOf<'content'>> = {
  'content:announced': { group: 'announcements', title: inAll('{title}'), body: inAll('{abstract}') },
};
