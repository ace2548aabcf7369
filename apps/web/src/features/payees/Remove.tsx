import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Dialog, IconButton } from '../../ui/index.ts';
import { payeesText } from './text.ts';
import type { Removal } from './use-removal.ts';

/** Removes a payee after a confirmation that names it. */
export function Remove({ name, removal }: { readonly name: string; readonly removal: Removal }) {
  const t = useText(payeesText);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={`${t('delete')}: ${name}`} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <Dialog
        open={asking}
        title={t('delete')}
        confirm={t('delete')}
        variant="danger"
        busy={removal.busy}
        error={removal.error}
        onClose={() => {
          removal.forget();
          setAsking(false);
        }}
        onConfirm={removal.remove}
      >
        {t('delete_question', { name })}
      </Dialog>
    </>
  );
}
