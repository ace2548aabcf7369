import { useState } from 'react';
import { useRefusal } from './server-errors.ts';

/**
 * A question before an action: `ask` opens it, `close` closes it and forgets its refusal. Spread `action` into the action and
 * `dialog` into the `Dialog`, which stays open and shows why the action was refused.
 */
export function useQuestion() {
  const [open, setOpen] = useState(false);
  const { text, forget, action } = useRefusal();
  const close = (): void => {
    forget();
    setOpen(false);
  };
  return { ask: () => setOpen(true), close, action, dialog: { open, error: text, onClose: close } } as const;
}

export type Question = ReturnType<typeof useQuestion>;

/** Props of the question's `Dialog`. */
export type QuestionDialog = Question['dialog'];
