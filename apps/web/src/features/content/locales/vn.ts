import type en from './en.ts';

export default {
  article: 'Bài viết',
  article_missing: 'Bài viết này không tồn tại.',
  news: 'Thông báo',
  news_none: 'Chưa có thông báo nào',
  faq: 'Câu hỏi thường gặp',
  faq_search: 'Tìm câu hỏi',
  faq_not_found: 'Không có câu hỏi phù hợp',
  faq_all: 'Xem tất cả câu hỏi',
  faq_more: 'Chưa tìm thấy câu trả lời?',
  support: 'Chăm sóc khách hàng',
  support_hint: 'Trò chuyện hoặc để lại tin nhắn',
  contact: 'Liên hệ',
  about: 'Về chúng tôi',
  compliance: 'Vận hành và tuân thủ',
  none: 'Chưa có nội dung nào được đăng',
  version: 'Phiên bản {version}',
  web_page: 'Trang web',
  web_none: 'Ứng dụng không mở được địa chỉ này.',
  leaving: 'Trang này không do Karat vận hành. Đừng bao giờ nhập mật khẩu Karat của bạn ở đó.',
  open_browser: 'Mở trong trình duyệt',
} satisfies Record<keyof typeof en, string>;
