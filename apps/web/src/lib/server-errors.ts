import { useState } from 'react';
import type { Code } from '@karat/contract';
import type { CallError } from './envelope.ts';
import { toast } from './toast.ts';

/** Focuses the first invalid field, once it is rendered. */
export function focusFirstInvalid(within: ParentNode): void {
  requestAnimationFrame(() => within.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus());
}

/**
 * Refusals told beside the field that they are about, everything else as a toast: give `onRefused` to a `quiet` action,
 * `told(field)` to the field as its error, and call `forget` when something is typed.
 */
export function useServerErrors<Field extends string>(fields: Readonly<Partial<Record<Code, Field>>>) {
  const [refused, setRefused] = useState<{ readonly field: Field; readonly text: string } | null>(null);
  return {
    errorOf: (field: Field): string | null => (refused?.field === field ? refused.text : null),
    forget: (): void => setRefused(null),
    onRefused: (error: CallError): void => {
      if (error.kind !== 'error' && error.kind !== 'network') return;
      const field = error.code === 'network' ? undefined : fields[error.code];
      if (field === undefined) {
        toast(error.message, 'bad');
        return;
      }
      setRefused({ field, text: error.message });
      focusFirstInvalid(document);
    },
  };
}
