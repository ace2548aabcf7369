import type { CredentialsCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of this room. */
export const credentialsMessages: Catalogue<CredentialsCode> = {
  pay_password_unset: {
    en: 'Set a pay password first, under Security.',
    hk: '請先在「安全」中設定支付密碼。',
    th: 'โปรดตั้งรหัสผ่านการชำระเงินในหน้าความปลอดภัยก่อน',
    jp: '先に「セキュリティ」で支払いパスワードを設定してください。',
    kor: '먼저 보안 화면에서 결제 비밀번호를 설정하세요.',
    fra: 'Définissez d’abord un mot de passe de paiement dans Sécurité.',
    spa: 'Primero establece una contraseña de pago en Seguridad.',
    vn: 'Trước tiên hãy đặt mật khẩu thanh toán trong mục Bảo mật.',
    zh: '请先在“安全”中设置支付密码。',
  },
  pay_password_wrong: {
    en: 'The pay password is wrong.',
    hk: '支付密碼不正確。',
    th: 'รหัสผ่านการชำระเงินไม่ถูกต้อง',
    jp: '支払いパスワードが正しくありません。',
    kor: '결제 비밀번호가 올바르지 않습니다.',
    fra: 'Le mot de passe de paiement est incorrect.',
    spa: 'La contraseña de pago no es correcta.',
    vn: 'Mật khẩu thanh toán không đúng.',
    zh: '支付密码不正确。',
  },
  code_required: {
    en: 'Enter the code from your authenticator app, or a backup code.',
    hk: '請輸入驗證器應用程式中的驗證碼,或備用碼。',
    th: 'กรอกรหัสจากแอปยืนยันตัวตน หรือรหัสสำรอง',
    jp: '認証アプリのコード、またはバックアップコードを入力してください。',
    kor: '인증 앱의 코드 또는 백업 코드를 입력하세요.',
    fra: 'Saisissez le code de votre application d’authentification ou un code de secours.',
    spa: 'Introduce el código de tu aplicación de autenticación o un código de respaldo.',
    vn: 'Nhập mã từ ứng dụng xác thực hoặc một mã dự phòng.',
    zh: '请输入验证器应用中的验证码,或备用码。',
  },
};
