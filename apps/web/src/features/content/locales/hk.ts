import type en from './en.ts';

export default {
  article: '文章',
  article_missing: '此文章不存在。',
  news: '公告',
  news_none: '暫無公告',
  faq: '常見問題',
  faq_search: '搜尋問題',
  faq_not_found: '沒有符合的問題',
  faq_all: '顯示全部問題',
  faq_more: '找不到答案？',
  support: '客戶服務',
  support_hint: '即時對話或留言',
  contact: '聯絡我們',
  about: '關於我們',
  compliance: '營運與合規',
  none: '這裡尚未發布內容',
  version: '版本 {version}',
  web_page: '網頁',
  web_none: '應用程式無法開啟此網址。',
  leaving: '此頁面並非由 Karat 營運。切勿在其中輸入你的 Karat 密碼。',
  open_browser: '在瀏覽器開啟',
} satisfies Record<keyof typeof en, string>;
