import type en from './en.ts';

export default {
  language: '语言',
  login: '登录',
  login_title: '欢迎回来',
  login_done: '登录成功',
  no_account: '还没有 Karat 账户？',
  forgot: '忘记密码？',
  register: '注册',
  register_title: '创建您的账户',
  register_done: '注册成功',
  have_account: '已有账户？',
  rules: '运营与合规规则',
  invite: '邀请码（选填）',
  demo_note: '这是演示环境：您的账户将获得没有实际价值的演示资金。',
  forget: '重置密码',
  forget_note: '所有已登录的设备都将退出登录。',
  forget_submit: '设置新密码',
  forget_done: '密码已更改，请登录。',
} satisfies Record<keyof typeof en, string>;
