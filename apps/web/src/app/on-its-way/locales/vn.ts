import type en from './en.ts';

export default {
  badge: 'Sắp ra mắt',
  promise: 'Chỉ mở khi thực sự hoạt động.',
  screen_title: 'Màn hình này',
  screen_text: 'Đang được xây dựng.',
  to_market: 'Xem thị trường',
  to_assets: 'Tài sản của tôi',
  to_setting: 'Cài đặt',
} satisfies Record<keyof typeof en, string>;
