import type { Messages } from '../../../lib/text.ts';

export default {
  article: 'Article',
  article_missing: 'This article does not exist.',
  news: 'Announcements',
  news_none: 'No announcements yet',
  faq: 'Questions and answers',
  faq_search: 'Search questions',
  faq_not_found: 'No question matches',
  faq_all: 'Show all questions',
  faq_more: 'Did not find your answer?',
  support: 'Customer service',
  support_hint: 'Chat with us or leave a message',
  contact: 'Contact us',
  about: 'About us',
  compliance: 'Operation and compliance',
  none: 'Nothing has been published here yet',
  version: 'Version {version}',
  web_page: 'Web page',
  web_none: 'The app cannot open this address.',
  leaving: 'This page is not run by Karat. Never enter your Karat password there.',
  open_browser: 'Open in browser',
} as const satisfies Messages;
