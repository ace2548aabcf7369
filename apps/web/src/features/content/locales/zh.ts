import type en from './en.ts';

export default {
  article: '文章',
  article_missing: '该文章不存在。',
  news: '公告',
  news_none: '暂无公告',
  faq: '常见问题',
  faq_search: '搜索问题',
  faq_not_found: '没有匹配的问题',
  faq_all: '显示全部问题',
  faq_more: '没找到答案？',
  support: '客户服务',
  support_hint: '在线会话或留言',
  contact: '联系我们',
  about: '关于我们',
  compliance: '运营与合规',
  none: '这里还没有发布内容',
  version: '版本 {version}',
  web_page: '网页',
  web_none: '该地址不在应用可打开的列表中。',
  leaving: '此页面属于第三方，我们不运营也不为其担保。切勿在那里输入您的密码。',
  open_browser: '在浏览器中打开',
} satisfies Record<keyof typeof en, string>;
