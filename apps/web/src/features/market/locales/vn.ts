import type en from './en.ts';

export default {
  title: 'Thị trường',
  favourites: 'Yêu thích',
  coins: 'Coin',
  stocks: 'Cổ phiếu',
  no_favourites: 'Chạm ngôi sao của thị trường để lưu tại đây.',
  see_coins: 'Xem mọi coin',
  login_favourites: 'Đăng nhập để lưu yêu thích.',
  name: 'Tên',
  price: 'Giá cuối',
  change: '24 giờ',
  sort_by: 'Sắp xếp theo {column}',
  search: 'Tìm coin và cổ phiếu',
  hot: 'Tìm nhiều trong 24 giờ',
  recent: 'Xem gần đây',
  forget_recent: 'Xóa mục đã xem',
  nothing_hot: 'Chưa ai tìm gì.',
  not_found: 'Không có thị trường “{text}”.',
  stock_hours: 'Cổ phiếu giao dịch 9:30–16:00 giờ New York; lệnh đặt bây giờ chờ mở cửa.',
} satisfies Record<keyof typeof en, string>;
