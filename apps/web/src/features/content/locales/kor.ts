import type en from './en.ts';

export default {
  article: '글',
  article_missing: '이 글은 존재하지 않습니다.',
  news: '공지사항',
  news_none: '아직 공지사항이 없습니다',
  faq: '자주 묻는 질문',
  faq_search: '질문 검색',
  faq_not_found: '일치하는 질문이 없습니다',
  faq_all: '모든 질문 보기',
  faq_more: '찾지 못하셨나요?',
  support: '고객센터',
  support_hint: '채팅 또는 문의 남기기',
  contact: '문의하기',
  about: '회사 소개',
  compliance: '운영 및 규정 준수',
  none: '아직 게시된 내용이 없습니다',
  version: '버전 {version}',
  web_page: '웹 페이지',
  web_none: '앱에서 열 수 없는 주소입니다.',
  leaving: 'Karat이 운영하지 않는 페이지입니다. Karat 비밀번호를 절대 입력하지 마세요.',
  open_browser: '브라우저에서 열기',
} satisfies Record<keyof typeof en, string>;
