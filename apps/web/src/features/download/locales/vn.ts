import type en from './en.ts';

export default {
  title: 'Tải ứng dụng',
  lead: 'Karat trên màn hình chính của bạn',
  text: 'Cài ngay từ trang này: không cần kho ứng dụng, luôn là bản mới nhất.',
  install: 'Cài đặt',
  installed: 'Karat đã được cài trên thiết bị này',
  by_hand: 'Cài đặt thủ công',
  step_menu: 'Mở menu chia sẻ hoặc menu trình duyệt',
  step_add: 'Chọn “Thêm vào màn hình chính”',
  step_open: 'Mở Karat từ biểu tượng',
  gain_fast: 'Mở ngay lập tức, toàn màn hình',
  gain_offline: 'Hiển thị số liệu gần nhất khi không có mạng',
} satisfies Record<keyof typeof en, string>;
