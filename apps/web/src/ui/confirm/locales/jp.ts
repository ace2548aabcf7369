import type en from './en.ts';

export default {
  pay_password: '支払いパスワード',
  pay_password_empty: '支払いパスワードを入力してください',
  code: '認証アプリのコード',
  code_empty: 'コードを入力してください',
  code_hint: 'アプリの 6 桁の数字、またはバックアップコード',
  confirm: '確認',
  forgot: '支払いパスワードをお忘れですか？',
  unset: '口座からの送金には支払いパスワードが必要です。まだ設定されていません。',
  set_up: '支払いパスワードを設定',
  first_payment:
    'この受取人への送金は初めてです。詐欺師はサポートや友人、投資アドバイザーを装います。送金後は誰も取り戻せません。',
  first_payment_accept: '受取人を知っており、誰にも送金を急かされていません',
} satisfies Record<keyof typeof en, string>;
