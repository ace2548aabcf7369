import { useState } from 'react';
import { useRefused } from '../../lib/refused.ts';
import { codeProblem, passwordProblem, repeatProblem } from './rules.ts';

const EMPTY = { code: '', password: '', repeat: '' };
/** Which field a refusal of the server is about. */
const REFUSED = {
  code_wrong: 'code',
  code_expired: 'code',
  passwords_differ: 'repeat',
  password_too_short: 'password',
  password_too_long: 'password',
  password_common: 'password',
} as const;
const NONE = { code: null, password: null, repeat: null };

/** A code and a new password typed twice, with what is wrong with them once the form was sent off. */
export function useNewPassword() {
  const [form, setForm] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const refused = useRefused<keyof typeof EMPTY>(REFUSED);
  const found = {
    code: codeProblem(form.code),
    password: passwordProblem(form.password),
    repeat: repeatProblem(form.password, form.repeat),
  };
  return {
    form,
    set: (field: keyof typeof EMPTY) => (text: string) => {
      setForm({ ...form, [field]: text });
      refused.forget();
    },
    problems: checked ? found : NONE,
    /** What the server refused about a field. */
    told: refused.told,
    onRefused: refused.onRefused,
    /** Shows what is wrong; answers whether nothing is. */
    check: (): boolean => {
      setChecked(true);
      return Object.values(found).every((problem) => problem === null);
    },
    /** As the wire has it. */
    sent: { code: form.code, password: form.password, re_password: form.repeat },
  };
}

export type NewPasswordForm = ReturnType<typeof useNewPassword>;
