import { useState } from 'react';
import type { Code } from '@karat/contract';
import { useServerErrors } from './server-errors.ts';

/** One form field: its text and its error. */
export interface FieldState {
  readonly value: string;
  readonly onValue: (text: string) => void;
  /** `problem`, the client's check, after submission; otherwise the server's error of the field. */
  readonly errorFor: (problem: string | null) => string | null;
}

/**
 * State of a form with the errors of its fields: `refusals` maps refusal codes to fields. Spread `action` into the
 * action that sends the form; call `check` on submit, and `check(false)` to reset.
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
    /** The form was submitted, so errors are shown. */
    checked,
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
