import type { SupportReferenceKind } from '@karat/contract';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, Loaded, Sheet, SkeletonRows, Tabs } from '../../ui/index.ts';
import type { Reference } from './log.ts';
import { ReferenceCard } from './ReferenceCard.tsx';
import { supportText } from './text.ts';

const KINDS: readonly SupportReferenceKind[] = [
  'deposit',
  'withdrawal',
  'spot_order',
  'contract',
  'option',
  'fiat_order',
];

function Records({
  kind,
  onChoose,
}: {
  readonly kind: SupportReferenceKind;
  readonly onChoose: (reference: Reference) => void;
}) {
  const t = useText(supportText);
  const records = useGet('support/references', { kind });
  return (
    <Loaded
      query={records}
      skeleton={<SkeletonRows rows={4} />}
      empty={<Empty icon={<FileSearch />} text={t('records_none')} next="beside" />}
    >
      {(rows) => (
        <ul className="flex flex-col">
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" onClick={() => onChoose(row)} className="w-full active:opacity-70">
                <ReferenceCard reference={row} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

interface RecordPickerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChoose: (reference: Reference) => void;
}

/** Chooses one of the user's newest orders and transactions. */
export function RecordPicker({ open, onClose, onChoose }: RecordPickerProps) {
  const t = useText(supportText);
  const [kind, setKind] = useState<SupportReferenceKind>('deposit');
  return (
    <Sheet open={open} onClose={onClose} title={t('attach_record')}>
      <div className="min-h-[55dvh] px-4 pb-4">
        <Tabs
          variant="chips"
          label={t('attach_record')}
          items={KINDS.map((id) => ({ id, label: t(`record_${id}`) }))}
          value={kind}
          onChange={setKind}
          className="-mx-4 mb-3 px-4"
        />
        <Records kind={kind} onChoose={onChoose} />
      </div>
    </Sheet>
  );
}
