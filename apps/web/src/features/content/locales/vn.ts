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
  faq_more: 'Chưa tìm thấy?',
  support: 'Chăm sóc khách hàng',
  support_hint: 'Trò chuyện hoặc để lại tin nhắn',
  contact: 'Liên hệ',
  about: 'Về chúng tôi',
  compliance: 'Vận hành và tuân thủ',
  none: 'Chưa có nội dung nào được đăng',
  version: 'Phiên bản {version}',
  web_page: 'Trang web',
  web_none: 'Địa chỉ này không có trong danh sách trang mà ứng dụng mở được.',
  leaving:
    'Trang này thuộc về bên khác. Chúng tôi không vận hành và không bảo đảm cho nó. Đừng bao giờ nhập mật khẩu của bạn ở đó.',
  open_browser: 'Mở trong trình duyệt',
} satisfies Record<keyof typeof en, string>;
