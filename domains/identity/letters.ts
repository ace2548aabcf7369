import { fill } from '@karat/i18n';
import type { Catalogue, Lang } from '@karat/i18n';

/** What the house writes to a receiver: a code for a purpose, or that an account is there already. */
export type LetterKind = 'register' | 'forget' | 'password' | 'already';

const subjects: Catalogue<LetterKind> = {
  register: {
    en: '{code} is your {site} registration code',
    hk: '{code} 是你的 {site} 註冊驗證碼',
    th: '{code} คือรหัสสมัครสมาชิก {site} ของคุณ',
    jp: '{site} の登録認証コード:{code}',
    kor: '{site} 가입 인증번호는 {code}입니다',
    fra: '{code} est votre code d’inscription {site}',
    spa: '{code} es tu código de registro de {site}',
    vn: '{code} là mã đăng ký {site} của bạn',
    zh: '{code} 是您的 {site} 注册验证码',
  },
  forget: {
    en: '{code} is your {site} password reset code',
    hk: '{code} 是你的 {site} 重設密碼驗證碼',
    th: '{code} คือรหัสตั้งรหัสผ่าน {site} ใหม่ของคุณ',
    jp: '{site} のパスワード再設定コード:{code}',
    kor: '{site} 비밀번호 재설정 인증번호는 {code}입니다',
    fra: '{code} est votre code de réinitialisation {site}',
    spa: '{code} es tu código para restablecer la contraseña de {site}',
    vn: '{code} là mã đặt lại mật khẩu {site} của bạn',
    zh: '{code} 是您的 {site} 重置密码验证码',
  },
  password: {
    en: '{code} is your {site} code for changing the password',
    hk: '{code} 是你的 {site} 更改密碼驗證碼',
    th: '{code} คือรหัสเปลี่ยนรหัสผ่าน {site} ของคุณ',
    jp: '{site} のパスワード変更コード:{code}',
    kor: '{site} 비밀번호 변경 인증번호는 {code}입니다',
    fra: '{code} est votre code de changement de mot de passe {site}',
    spa: '{code} es tu código para cambiar la contraseña de {site}',
    vn: '{code} là mã đổi mật khẩu {site} của bạn',
    zh: '{code} 是您的 {site} 修改密码验证码',
  },
  already: {
    en: 'You already have a {site} account',
    hk: '你已有 {site} 帳戶',
    th: 'คุณมีบัญชี {site} อยู่แล้ว',
    jp: 'すでに {site} のアカウントをお持ちです',
    kor: '이미 {site} 계정이 있습니다',
    fra: 'Vous avez déjà un compte {site}',
    spa: 'Ya tienes una cuenta de {site}',
    vn: 'Bạn đã có tài khoản {site}',
    zh: '您已有 {site} 账户',
  },
};

const bodies: Catalogue<LetterKind> = {
  register: {
    en: 'Your {site} registration code is {code}. It is valid for {minutes} minutes. Nobody from {site} will ever ask you for it.',
    hk: '你的 {site} 註冊驗證碼是 {code},{minutes} 分鐘內有效。{site} 的職員絕不會向你索取驗證碼。',
    th: 'รหัสสมัครสมาชิก {site} ของคุณคือ {code} ใช้ได้ภายใน {minutes} นาที เจ้าหน้าที่ {site} จะไม่ขอรหัสนี้จากคุณ',
    jp: '{site} の登録認証コードは {code} です。有効期限は {minutes} 分です。{site} の担当者がコードをお尋ねすることはありません。',
    kor: '{site} 가입 인증번호는 {code}이며 {minutes}분간 유효합니다. {site} 직원은 인증번호를 절대 묻지 않습니다.',
    fra: 'Votre code d’inscription {site} est {code}. Il est valable {minutes} minutes. Personne chez {site} ne vous le demandera jamais.',
    spa: 'Tu código de registro de {site} es {code}. Es válido durante {minutes} minutos. Nadie de {site} te lo pedirá nunca.',
    vn: 'Mã đăng ký {site} của bạn là {code}, có hiệu lực trong {minutes} phút. Nhân viên {site} không bao giờ hỏi mã này.',
    zh: '您的 {site} 注册验证码是 {code},{minutes} 分钟内有效。{site} 工作人员绝不会向您索取验证码。',
  },
  forget: {
    en: 'Your {site} code for a new password is {code}. It is valid for {minutes} minutes. If you did not ask for it, ignore this message.',
    hk: '你的 {site} 重設密碼驗證碼是 {code},{minutes} 分鐘內有效。如非本人操作,請忽略此訊息。',
    th: 'รหัสตั้งรหัสผ่าน {site} ใหม่ของคุณคือ {code} ใช้ได้ภายใน {minutes} นาที หากคุณไม่ได้ขอ โปรดเพิกเฉยต่อข้อความนี้',
    jp: '{site} のパスワード再設定コードは {code} です。有効期限は {minutes} 分です。お心当たりがない場合は、このメッセージを無視してください。',
    kor: '{site} 비밀번호 재설정 인증번호는 {code}이며 {minutes}분간 유효합니다. 요청하지 않으셨다면 이 메시지를 무시하세요.',
    fra: 'Votre code {site} pour un nouveau mot de passe est {code}. Il est valable {minutes} minutes. Si vous n’avez rien demandé, ignorez ce message.',
    spa: 'Tu código de {site} para una contraseña nueva es {code}. Es válido durante {minutes} minutos. Si no lo has pedido, ignora este mensaje.',
    vn: 'Mã đặt lại mật khẩu {site} của bạn là {code}, có hiệu lực trong {minutes} phút. Nếu bạn không yêu cầu, hãy bỏ qua tin nhắn này.',
    zh: '您的 {site} 重置密码验证码是 {code},{minutes} 分钟内有效。如非本人操作,请忽略此消息。',
  },
  password: {
    en: 'Your {site} code for changing the password is {code}. It is valid for {minutes} minutes. If you did not ask for it, end your other sessions now.',
    hk: '你的 {site} 更改密碼驗證碼是 {code},{minutes} 分鐘內有效。如非本人操作,請立即登出其他裝置。',
    th: 'รหัสเปลี่ยนรหัสผ่าน {site} ของคุณคือ {code} ใช้ได้ภายใน {minutes} นาที หากคุณไม่ได้ขอ โปรดออกจากระบบในอุปกรณ์อื่นทันที',
    jp: '{site} のパスワード変更コードは {code} です。有効期限は {minutes} 分です。お心当たりがない場合は、すぐに他の端末からログアウトしてください。',
    kor: '{site} 비밀번호 변경 인증번호는 {code}이며 {minutes}분간 유효합니다. 요청하지 않으셨다면 지금 다른 기기에서 로그아웃하세요.',
    fra: 'Votre code {site} de changement de mot de passe est {code}. Il est valable {minutes} minutes. Si vous n’avez rien demandé, fermez maintenant vos autres sessions.',
    spa: 'Tu código de {site} para cambiar la contraseña es {code}. Es válido durante {minutes} minutos. Si no lo has pedido, cierra ahora tus otras sesiones.',
    vn: 'Mã đổi mật khẩu {site} của bạn là {code}, có hiệu lực trong {minutes} phút. Nếu bạn không yêu cầu, hãy đăng xuất các thiết bị khác ngay.',
    zh: '您的 {site} 修改密码验证码是 {code},{minutes} 分钟内有效。如非本人操作,请立即退出其他设备。',
  },
  already: {
    en: 'Somebody tried to open a {site} account with this address. You already have one: log in, or set a new password if you have forgotten it.',
    hk: '有人嘗試以此聯絡方式註冊 {site} 帳戶。你已有帳戶:請直接登入,忘記密碼可重設。',
    th: 'มีผู้พยายามสมัครบัญชี {site} ด้วยข้อมูลติดต่อนี้ คุณมีบัญชีอยู่แล้ว โปรดเข้าสู่ระบบ หรือตั้งรหัสผ่านใหม่หากลืม',
    jp: 'この連絡先で {site} のアカウントを登録しようとした方がいます。すでにアカウントをお持ちですので、ログインするか、お忘れの場合はパスワードを再設定してください。',
    kor: '이 연락처로 {site} 계정을 만들려는 시도가 있었습니다. 이미 계정이 있으니 로그인하거나, 비밀번호를 잊으셨다면 재설정하세요.',
    fra: 'Quelqu’un a voulu ouvrir un compte {site} avec ces coordonnées. Vous en avez déjà un : connectez-vous, ou choisissez un nouveau mot de passe si vous l’avez oublié.',
    spa: 'Alguien ha intentado abrir una cuenta de {site} con estos datos. Ya tienes una: inicia sesión o pon una contraseña nueva si la has olvidado.',
    vn: 'Có người đã thử mở tài khoản {site} bằng thông tin liên hệ này. Bạn đã có tài khoản: hãy đăng nhập, hoặc đặt lại mật khẩu nếu đã quên.',
    zh: '有人尝试用此联系方式注册 {site} 账户。您已有账户:请直接登录,忘记密码可重置。',
  },
};

export interface LetterFacts {
  readonly site: string;
  readonly code: string;
  readonly minutes: number;
}

/** Subject and body of a letter in a language; a short message uses the body alone. */
export const letterFor = (
  kind: LetterKind,
  lang: Lang,
  facts: LetterFacts,
): { subject: string; body: string } => ({
  subject: fill(subjects[kind][lang], lang, { ...facts }),
  body: fill(bodies[kind][lang], lang, { ...facts }),
});
