import type en from './en.ts';

export default {
  article: '記事',
  article_missing: 'この記事は存在しません。',
  news: 'お知らせ',
  news_none: 'お知らせはまだありません',
  faq: 'よくある質問',
  faq_search: '質問を検索',
  faq_not_found: '該当する質問がありません',
  faq_all: 'すべての質問を表示',
  faq_more: '見つかりませんか？',
  support: 'カスタマーサポート',
  support_hint: 'チャットまたはメッセージでお問い合わせ',
  contact: 'お問い合わせ',
  about: '会社情報',
  compliance: '運営とコンプライアンス',
  none: 'まだ公開された内容はありません',
  version: 'バージョン {version}',
  web_page: 'ウェブページ',
  web_none: 'このアドレスはアプリでは開けません。',
  leaving: 'このページは Karat の運営ではありません。Karat のパスワードを絶対に入力しないでください。',
  open_browser: 'ブラウザで開く',
} satisfies Record<keyof typeof en, string>;
