import type en from './en.ts';

export default {
  language: '言語',
  login: 'ログイン',
  login_title: 'おかえりなさい',
  login_done: 'ログインしました',
  no_account: 'Karatは初めてですか?',
  forgot: 'パスワードをお忘れですか?',
  register: 'アカウント作成',
  register_title: 'アカウントを作成',
  register_done: '登録が完了しました',
  have_account: 'アカウントをお持ちですか?',
  rules: '運営とコンプライアンスの規則',
  invite: '招待コード(任意)',
  demo_note: 'これはデモです。アカウントには価値のないデモ資金が付与されます。',
  forget: 'パスワードの再設定',
  forget_note: 'ログイン中のすべての端末からログアウトします。',
  forget_submit: '新しいパスワードを設定',
  forget_done: 'パスワードを変更しました。ログインしてください。',
} satisfies Record<keyof typeof en, string>;
