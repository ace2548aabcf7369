import type { Screen } from '../../lib/screen.ts';
import { contentText } from './text.ts';

const texts = [contentText];
const article = { load: () => import('./Article.tsx'), texts, by: ['id'], skeleton: 'article' } as const;

export const screens: readonly Screen[] = [
  { path: '/pages/common/article', ...article },
  { path: '/pages/mailMessage/ggDetail', ...article },
  { path: '/pages/mailMessage/ggList', load: () => import('./News.tsx'), texts },
  { path: '/pages/common/faq', load: () => import('./Faq.tsx'), texts },
  { path: '/pages/common/contactus', load: () => import('./Contact.tsx'), texts, skeleton: 'article' },
  { path: '/pages/common/aboutus', load: () => import('./About.tsx'), texts, skeleton: 'article' },
  {
    path: '/pages/setting/operational_compliance',
    load: () => import('./Compliance.tsx'),
    texts,
    skeleton: 'article',
  },
  { path: '/pages/common/webView', load: () => import('./WebView.tsx'), texts, skeleton: 'article' },
];
