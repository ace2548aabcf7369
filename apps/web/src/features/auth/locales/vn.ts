import type en from './en.ts';

export default {
  language: 'Ngôn ngữ',
  login: 'Đăng nhập',
  login_title: 'Chào mừng trở lại',
  login_done: 'Đăng nhập thành công',
  no_account: 'Bạn mới dùng Karat?',
  forgot: 'Quên mật khẩu?',
  register: 'Tạo tài khoản',
  register_title: 'Tạo tài khoản của bạn',
  register_done: 'Đăng ký thành công',
  have_account: 'Bạn đã có tài khoản?',
  rules: 'Quy tắc vận hành và tuân thủ',
  invite: 'Mã mời (không bắt buộc)',
  demo_note: 'Đây là bản trình diễn: tài khoản của bạn có sẵn tiền dùng thử, không có giá trị thật.',
  forget: 'Đặt lại mật khẩu',
  forget_note: 'Mọi thiết bị đang đăng nhập sẽ bị đăng xuất.',
  forget_submit: 'Đặt mật khẩu mới',
  forget_done: 'Mật khẩu đã được đổi. Vui lòng đăng nhập.',
  totp: 'Mã xác thực',
  totp_hint: 'Sáu chữ số từ ứng dụng hoặc mã dự phòng',
  passkey: 'Đăng nhập bằng passkey',
  frozen_note: 'Tài khoản này đã bị khóa.',
  unfreeze: 'Mở khóa tài khoản',
  unfreeze_text: 'Hãy chứng minh đó là bạn. Nhân viên sẽ kiểm tra; sau đó việc rút tiền tạm dừng 24 giờ.',
  unfreeze_submit: 'Gửi yêu cầu',
  unfreeze_done: 'Đã gửi yêu cầu',
  forget_factor:
    'Tài khoản này còn được bảo vệ bằng bước xác thực thứ hai. Hãy xác nhận để đặt mật khẩu mới.',
  report: 'Không phải bạn?',
  report_text:
    'Thông tin liên hệ của tài khoản đã bị thay đổi. Nếu không phải bạn, hãy khóa tài khoản ngay: mọi thiết bị bị đăng xuất, khóa API chấm dứt và việc rút tiền dừng lại.',
  report_submit: 'Không phải tôi: khóa tài khoản',
  report_done: 'Tài khoản đã bị khóa',
  report_next:
    'Hiện không ai dùng được tài khoản. Để mở lại, hãy chứng minh đó là bạn; bộ phận hỗ trợ có thể khôi phục thông tin liên hệ cũ.',
} satisfies Record<keyof typeof en, string>;
