import { useFormState } from '../../lib/form-state.ts';
import { codeProblem, passwordProblem, repeatProblem } from './rules.ts';

/** Which field a refusal of the server is about. */
const REFUSED = {
  code_wrong: 'code',
  code_expired: 'code',
  passwords_differ: 'repeat',
  password_too_short: 'password',
  password_too_long: 'password',
  password_common: 'password',
} as const;

/** A code and a new password typed twice, with what is wrong with them. */
export function useNewPassword() {
  const { form, check, at, action } = useFormState({ code: '', password: '', repeat: '' }, REFUSED);
  const problems = {
    code: codeProblem(form.code),
    password: passwordProblem(form.password),
    repeat: repeatProblem(form.password, form.repeat),
  };
  return {
    at,
    problems,
    onRefused: action.onRefused,
    /** Shows what is wrong; answers whether nothing is. */
    check: (): boolean => {
      check();
      return Object.values(problems).every((problem) => problem === null);
    },
    /** As the wire has it. */
    sent: { code: form.code, password: form.password, re_password: form.repeat },
  };
}

export type NewPasswordForm = ReturnType<typeof useNewPassword>;
