import type en from './en.ts';

export default {
  pay_password: '支払いパスワード',
  pay_password_empty: '支払いパスワードを入力してください',
  code: '認証アプリのコード',
  code_empty: 'コードを入力してください',
  code_hint: 'アプリの 6 桁の数字、またはバックアップコード',
  confirm: '確認',
  forgot: '支払いパスワードをお忘れですか?',
  unset: '口座からの送金には支払いパスワードが必要です。まだ設定されていません。',
  set_up: '支払いパスワードを設定',
} satisfies Record<keyof typeof en, string>;
