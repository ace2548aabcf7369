import type en from './en.ts';

export default {
  title: 'Tài chính',
  lead: 'Điều khoản bạn có thể tự tính lại',
  lead_text: 'Lãi suất, ngày và phí phạt đều hiển thị trước khi xác nhận.',
  recurring_title: 'Mua định kỳ',
  recurring_text: 'Coin hoặc cổ phiếu với số tiền cố định mỗi ngày, tuần, tháng.',
  dual_title: 'Đầu tư song tệ',
  dual_text: 'Lãi suất cố định, trả bằng một trong hai loại tiền.',
  ieo_title: 'Đăng ký mua',
  ieo_text: 'Token mới và quỹ bất động sản theo giá phát hành.',
  loans_title: 'Khoản vay',
  loans_text: 'Vay dựa trên tài sản bạn nắm giữ, điều khoản rõ ràng.',
  convert: 'Chuyển đổi coin ngay',
} satisfies Record<keyof typeof en, string>;
