import { useState } from 'react';
import type { Code } from '@karat/contract';
import type { CallError } from './envelope.ts';
import { toast } from './toast.ts';

/** Focuses the first invalid field, once it is rendered. */
export function focusFirstInvalid(within: ParentNode): void {
  requestAnimationFrame(() => within.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus());
}

/**
 * Shows refusals at their field, everything else as a toast: give `onRefused` to a `quiet` action, `errorOf(field)` to the
 * field, and call `forget` on input.
 */
export function useServerErrors<Field extends string>(fields: Readonly<Partial<Record<Code, Field>>>) {
  const [current, setCurrent] = useState<{ readonly field: Field; readonly text: string } | null>(null);
  return {
    errorOf: (field: Field): string | null => (current?.field === field ? current.text : null),
    forget: (): void => setCurrent(null),
    onRefused: (error: CallError): void => {
      if (error.kind !== 'error' && error.kind !== 'network') return;
      const field = error.code === 'network' ? undefined : fields[error.code];
      if (field === undefined) {
        toast(error.message, 'bad');
        return;
      }
      setCurrent({ field, text: error.message });
      focusFirstInvalid(document);
    },
  };
}
