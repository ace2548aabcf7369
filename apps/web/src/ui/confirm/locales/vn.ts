import type en from './en.ts';

export default {
  pay_password: 'Mật khẩu thanh toán',
  pay_password_empty: 'Nhập mật khẩu thanh toán',
  code: 'Mã từ ứng dụng xác thực',
  code_empty: 'Nhập mã',
  code_hint: 'Sáu chữ số từ ứng dụng hoặc mã dự phòng',
  confirm: 'Xác nhận',
  forgot: 'Quên mật khẩu thanh toán?',
  unset: 'Tiền chỉ rời tài khoản khi có mật khẩu thanh toán. Bạn chưa đặt mật khẩu này.',
  set_up: 'Đặt mật khẩu thanh toán',
  first_payment:
    'Bạn chưa từng chuyển cho người nhận này. Kẻ lừa đảo thường giả danh bộ phận hỗ trợ, bạn bè hoặc cố vấn đầu tư. Đã chuyển thì không ai lấy lại được tiền.',
  first_payment_accept: 'Tôi biết người nhận này và không ai thúc ép tôi chuyển',
} satisfies Record<keyof typeof en, string>;
