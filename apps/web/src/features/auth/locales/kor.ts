import type en from './en.ts';

export default {
  language: '언어',
  login: '로그인',
  login_title: '다시 만나 반갑습니다',
  login_done: '로그인했습니다',
  no_account: 'Karat이 처음이신가요?',
  forgot: '비밀번호를 잊으셨나요?',
  register: '계정 만들기',
  register_title: '계정을 만드세요',
  register_done: '가입이 완료되었습니다',
  have_account: '이미 계정이 있으신가요?',
  rules: '운영 및 규정 준수 규칙',
  invite: '초대 코드 (선택)',
  demo_note: '데모 환경입니다. 계정에는 실제 가치가 없는 데모 자금이 들어 있습니다.',
  forget: '비밀번호 재설정',
  forget_note: '로그인된 모든 기기에서 로그아웃됩니다.',
  forget_submit: '새 비밀번호 설정',
  forget_done: '비밀번호를 바꿨습니다. 로그인해 주세요.',
} satisfies Record<keyof typeof en, string>;
