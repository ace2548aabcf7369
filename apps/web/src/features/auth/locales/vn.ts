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
  demo_note: 'Đây là bản demo. Tài khoản của bạn có sẵn tiền demo, không có giá trị thật.',
  forget: 'Đặt lại mật khẩu',
  forget_note: 'Mọi thiết bị đang đăng nhập sẽ bị đăng xuất.',
  forget_submit: 'Đặt mật khẩu mới',
  forget_done: 'Mật khẩu đã được đổi. Vui lòng đăng nhập.',
  totp: 'Mã từ ứng dụng xác thực',
  totp_hint: 'Sáu chữ số từ ứng dụng hoặc mã dự phòng',
  passkey: 'Đăng nhập bằng passkey',
  frozen_note: 'Tài khoản này đã bị khóa.',
  unfreeze: 'Mở khóa tài khoản',
  unfreeze_text:
    'Hãy xác nhận đó là bạn. Nhân viên sẽ kiểm tra yêu cầu; sau đó việc rút tiền tạm dừng 24 giờ.',
  unfreeze_submit: 'Gửi yêu cầu',
  unfreeze_done: 'Đã gửi yêu cầu',
  forget_factor: 'Tài khoản này đã bật xác thực hai bước (2FA). Hãy xác nhận để đặt mật khẩu mới.',
  report: 'Không phải bạn?',
  report_text:
    'Email hoặc số điện thoại của tài khoản đã bị thay đổi. Nếu không phải bạn, hãy khóa tài khoản ngay: mọi thiết bị bị đăng xuất, khóa API ngừng hoạt động và việc rút tiền tạm dừng.',
  report_submit: 'Khóa tài khoản của tôi',
  report_done: 'Tài khoản đã bị khóa',
  report_next:
    'Hiện không ai dùng được tài khoản. Để mở khóa, hãy xác nhận đó là bạn; bộ phận hỗ trợ có thể khôi phục email hoặc số điện thoại cũ.',
} satisfies Record<keyof typeof en, string>;
