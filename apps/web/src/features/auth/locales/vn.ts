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
} satisfies Record<keyof typeof en, string>;
