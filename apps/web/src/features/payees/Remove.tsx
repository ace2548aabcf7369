import { Trash2 } from 'lucide-react';
import { useText } from '../../lib/text.ts';
import { Dialog, IconButton } from '../../ui/index.ts';
import { payeesText } from './text.ts';
import type { Removal } from './use-removal.ts';

/** Removes a payee after a confirmation that names it. */
export function Remove({ name, removal }: { readonly name: string; readonly removal: Removal }) {
  const t = useText(payeesText);
  const { question, busy, remove } = removal;
  return (
    <>
      <IconButton label={`${t('delete')}: ${name}`} onClick={question.ask}>
        <Trash2 />
      </IconButton>
      <Dialog
        {...question.dialog}
        title={t('delete')}
        confirm={t('delete')}
        variant="danger"
        busy={busy}
        onConfirm={remove}
      >
        {t('delete_question', { name })}
      </Dialog>
    </>
  );
}
