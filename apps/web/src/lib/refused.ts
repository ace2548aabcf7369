import { useState } from 'react';
import type { Code } from '@karat/contract';
import type { CallError } from './envelope.ts';
import { toast } from './toast.ts';

/**
 * Refusals told beside the field that they are about, everything else as a toast: give `onRefused` to a `quiet` action,
 * `told(field)` to the field as its error, and call `forget` when something is typed.
 */
export function useRefused<Field extends string>(fields: Readonly<Partial<Record<Code, Field>>>) {
  const [refused, setRefused] = useState<{ readonly field: Field; readonly text: string } | null>(null);
  return {
    told: (field: Field): string | null => (refused?.field === field ? refused.text : null),
    forget: (): void => setRefused(null),
    onRefused: (error: CallError): void => {
      const field = error.kind === 'error' && error.code !== 'network' ? fields[error.code] : undefined;
      if (field !== undefined) setRefused({ field, text: error.message });
      else if (error.kind === 'error' || error.kind === 'network') toast(error.message, 'bad');
    },
  };
}
