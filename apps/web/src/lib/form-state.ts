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
 * State of a form with the errors of its fields: `refusals` maps refusal codes to fields, `requestNames` maps names of
 * the request to fields that have another name in the form. Spread `action` into the action that sends the form, show
 * `error` with `<FormError>` above its button; call `check` on submit, and `check(false)` to reset.
 */
export function useFormState<Field extends string>(
  empty: Readonly<Record<Field, string>>,
  refusals: Readonly<Partial<Record<Code, NoInfer<Field>>>>,
  requestNames: Readonly<Partial<Record<string, NoInfer<Field>>>> = {},
) {
  const [form, setForm] = useState(empty);
  const [checked, setChecked] = useState(false);
  const isField = (name: string): name is Field => Object.hasOwn(form, name);
  const { errorOf, error, forget, shows, onRefused } = useServerErrors<Field>({
    byCode: refusals,
    byName: (name) => requestNames[name] ?? (isField(name) ? name : undefined),
  });
  return {
    form,
    /** The form was submitted, so errors are shown. */
    checked,
    check: (now = true): void => {
      setChecked(now);
      forget();
    },
    at: (field: Field): FieldState => ({
      value: form[field],
      onValue: (text) => {
        setForm((before) => ({ ...before, [field]: text }));
        forget();
      },
      errorFor: (problem) => (checked ? problem : null) ?? errorOf(field),
    }),
    /** Refusal of the server that belongs to no field. */
    error,
    /** Whether a field shows this refusal. */
    shows,
    /** Clears the refusal, for input outside of the fields. */
    forget,
    action: { quiet: true, onRefused },
  } as const;
}
