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
  web_none: '应用无法打开此地址。',
  leaving: '此页面并非由 Karat 运营。切勿在其中输入您的 Karat 密码。',
  open_browser: '在浏览器中打开',
} satisfies Record<keyof typeof en, string>;
