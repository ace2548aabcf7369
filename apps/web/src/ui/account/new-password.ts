import { useFormState } from '../../lib/form-state.ts';
import { codeProblem, passwordProblem, repeatProblem } from './rules.ts';

/** Maps refusal codes to fields. */
const REFUSED = {
  code_wrong: 'code',
  code_expired: 'code',
  passwords_differ: 'repeat',
  password_too_short: 'password',
  password_too_long: 'password',
  password_common: 'password',
} as const;

/** State of a code and a new password typed twice, with their errors. */
export function useNewPassword() {
  const { form, check, at, action, error } = useFormState({ code: '', password: '', repeat: '' }, REFUSED);
  const problems = {
    code: codeProblem(form.code),
    password: passwordProblem(form.password),
    repeat: repeatProblem(form.password, form.repeat),
  };
  return {
    at,
    problems,
    error,
    onRefused: action.onRefused,
    /** Shows errors and returns whether the form is valid. */
    check: (): boolean => {
      check();
      return Object.values(problems).every((problem) => problem === null);
    },
    /** The fields of the call. */
    sent: { code: form.code, password: form.password, re_password: form.repeat },
  };
}

export type NewPasswordForm = ReturnType<typeof useNewPassword>;
