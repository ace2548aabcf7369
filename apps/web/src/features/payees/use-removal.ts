import type { AnyPath } from '../../lib/calls.ts';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { payeesText } from './text.ts';

type RemovingPath = 'user/wallet/delete' | 'user/cash_delete' | 'user/receivers/delete';

/** Removal of a payee: its refusal is shown in the question, its success as a toast. */
export interface Removal {
  readonly busy: boolean;
  readonly error: string | null;
  readonly forget: () => void;
  readonly remove: () => void;
}

export function useRemoval(path: RemovingPath, id: number, reads: readonly AnyPath[]): Removal {
  const t = useText(payeesText);
  const { text, forget, action } = useRefusal();
  const { isPending, mutate } = useAction(path, {
    ...action,
    invalidates: reads,
    awaitRefetch: true,
    onDone: () => toast(t('deleted'), 'good'),
  });
  return { busy: isPending, error: text, forget, remove: () => mutate({ id }) };
}
