import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Dialog, IconButton } from '../../ui/index.ts';
import { payeesText } from './text.ts';

/** Removes a payee after a confirmation that names it. */
export function Remove({
  name,
  busy,
  onRemove,
}: {
  readonly name: string;
  readonly busy: boolean;
  readonly onRemove: () => void;
}) {
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
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={onRemove}
      >
        {t('delete_question', { name })}
      </Dialog>
    </>
  );
}
