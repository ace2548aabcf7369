import { useState } from 'react';
import type { Code } from '@karat/contract';
import { useServerErrors } from './server-errors.ts';

/** One field of a form: what was typed into it, and what to say at it. */
export interface FieldState {
  readonly value: string;
  readonly onValue: (text: string) => void;
  /** `problem`, found here, once the form was sent off; else what the server refused about the field. */
  readonly errorFor: (problem: string | null) => string | null;
}

/**
 * What is typed into a form, with what is wrong with it: `refusals` says which field a refusal of the server is about. Spread
 * `action` into the action that sends the form; call `check` when it is sent off,
 * and `check(false)` when it is to begin anew.
 */
export function useFormState<Field extends string>(
  empty: Readonly<Record<Field, string>>,
  refusals: Readonly<Partial<Record<Code, NoInfer<Field>>>>,
) {
  const [form, setForm] = useState(empty);
  const [checked, setChecked] = useState(false);
  const { errorOf, forget, onRefused } = useServerErrors<Field>(refusals);
  return {
    form,
    check: (now = true): void => setChecked(now),
    at: (field: Field): FieldState => ({
      value: form[field],
      onValue: (text) => {
        setForm((before) => ({ ...before, [field]: text }));
        forget();
      },
      errorFor: (problem) => (checked ? problem : null) ?? errorOf(field),
    }),
    action: { quiet: true, onRefused },
  } as const;
}
