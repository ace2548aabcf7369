import type en from './en.ts';

export default {
  language: '語言',
  login: '登入',
  login_title: '歡迎回來',
  login_done: '登入成功',
  no_account: '未有 Karat 賬戶？',
  forgot: '忘記密碼？',
  register: '註冊',
  register_title: '建立你的賬戶',
  register_done: '註冊成功',
  have_account: '已有賬戶？',
  rules: '營運與合規規則',
  invite: '邀請碼（選填）',
  demo_note: '這是示範環境：你的賬戶會獲得沒有實際價值的示範資金。',
  forget: '重設密碼',
  forget_note: '所有已登入的裝置都會被登出。',
  forget_submit: '設定新密碼',
  forget_done: '密碼已更改，請登入。',
} satisfies Record<keyof typeof en, string>;
