import type en from './en.ts';

export default {
  pay_password: '결제 비밀번호',
  pay_password_empty: '결제 비밀번호를 입력하세요',
  code: '인증 앱 코드',
  code_empty: '코드를 입력하세요',
  code_hint: '앱의 6자리 숫자 또는 백업 코드',
  confirm: '확인',
  forgot: '결제 비밀번호를 잊으셨나요?',
  unset: '계정에서 자금을 보내려면 결제 비밀번호가 필요합니다. 아직 설정하지 않으셨습니다.',
  set_up: '결제 비밀번호 설정',
  first_payment:
    '이 수취인에게 처음 보냅니다. 사기범은 고객센터, 지인, 투자 전문가를 사칭합니다. 보낸 뒤에는 누구도 되찾을 수 없습니다.',
  first_payment_accept: '수취인을 알고 있으며, 아무도 송금을 재촉하지 않았습니다',
} satisfies Record<keyof typeof en, string>;
