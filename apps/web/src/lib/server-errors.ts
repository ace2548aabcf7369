import { useEffect, useRef, useState } from 'react';
import type { Code } from '@karat/contract';
import { isLost } from './envelope.ts';
import type { CallError } from './envelope.ts';
import { toast } from './toast.ts';

/** Focuses the first invalid field, once it is rendered. */
export function focusFirstInvalid(within: ParentNode): void {
  requestAnimationFrame(() => within.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus());
}

/** How refusals belong to the fields of a form. */
interface FieldsOfRefusals<Field extends string> {
  readonly byCode: Readonly<Partial<Record<Code, Field>>>;
  /** Field of a name in the request. */
  readonly byName: (name: string) => Field | undefined;
}

/**
 * The last refusal of a form: `errorOf` returns it at its field, `error` without a field. `forget` clears it, `shows`
 * returns true where a field shows an error. A lost answer belongs to no field: it is no refusal of what was entered.
 * What arrives after the user has left the form is shown as a toast.
 */
export function useServerErrors<Field extends string>({ byCode, byName }: FieldsOfRefusals<Field>) {
  const [current, setCurrent] = useState<{
    readonly field: Field | undefined;
    readonly text: string;
  } | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const fieldOf = ({ code, field }: CallError): Field | undefined =>
    (isLost(code) ? undefined : byCode[code]) ?? (field === null ? undefined : byName(field));
  return {
    errorOf: (field: Field): string | null => (current?.field === field ? current.text : null),
    error: current && current.field === undefined ? current.text : null,
    forget: (): void => setCurrent(null),
    shows: (refusal: CallError): boolean => fieldOf(refusal) !== undefined,
    onRefused: (refusal: CallError): void => {
      // A lost session and a missing verification lead to another screen.
      if (refusal.kind === '999' || refusal.kind === '998') return;
      // After the user has left the form, nothing else would say it.
      if (!isShown.current) return toast(refusal.message, 'bad');
      const field = fieldOf(refusal);
      setCurrent({ field, text: refusal.message });
      if (field !== undefined) focusFirstInvalid(document);
    },
  };
}

const NO_FIELDS: FieldsOfRefusals<never> = { byCode: {}, byName: () => undefined };

/**
 * The last refusal of an action without fields: show `text` above its button, spread `action` into the action, and call
 * `forget` where the input changes or the question is closed.
 */
export function useRefusal() {
  const { error, forget, onRefused } = useServerErrors(NO_FIELDS);
  return { text: error, forget, action: { quiet: true, onRefused } } as const;
}
