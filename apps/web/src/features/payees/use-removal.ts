import type { AnyPath } from '../../lib/calls.ts';
import { useAction } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import type { Question } from '../../lib/question.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { payeesText } from './text.ts';

type RemovingPath = 'user/wallet/delete' | 'user/cash_delete' | 'user/receivers/delete';

/** Removal of a payee: its refusal is shown in the question, its success as a toast. */
export interface Removal {
  readonly busy: boolean;
  readonly question: Question;
  readonly remove: () => void;
}

export function useRemoval(path: RemovingPath, id: number, reads: readonly AnyPath[]): Removal {
  const t = useText(payeesText);
  const question = useQuestion();
  const { isPending, mutate } = useAction(path, {
    ...question.action,
    invalidates: reads,
    awaitRefetch: true,
    onDone: () => toast(t('deleted'), 'good'),
  });
  return { busy: isPending, question, remove: () => mutate({ id }) };
}
