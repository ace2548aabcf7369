import { ACCOUNT_TYPES } from '@karat/contract';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { Button, Empty, IconButton, LoadedPages, Page, Sheet } from '../../ui/index.ts';
import { ACCOUNTS } from './balances.ts';
import { isFiltered, NO_FILTER, sentFilter, useBills } from './bills.ts';
import type { BillFilter } from './bills.ts';
import { Choose } from './Choose.tsx';
import { DateRange } from './Dates.tsx';
import { Entries } from './Entries.tsx';
import { Export } from './Export.tsx';
import { assetsText } from './text.ts';

function Filters({
  filter,
  onChange,
}: {
  readonly filter: BillFilter;
  readonly onChange: (filter: BillFilter) => void;
}) {
  const t = useText(assetsText);
  const kinds = useGet('wallet/bill_kinds', {});
  const currencies = useGet('currency/list', {});
  const set = (field: keyof BillFilter) => (value: string) => onChange({ ...filter, [field]: value });
  return (
    <div className="flex flex-col gap-5 px-5 pb-5">
      <Choose
        label={t('filter_account')}
        options={ACCOUNTS.map((account) => ({ id: String(ACCOUNT_TYPES[account]), label: t(account) }))}
        value={filter.type}
        onChoose={set('type')}
      />
      <Choose
        label={t('filter_kind')}
        options={(kinds.data ?? []).map(({ kind, name }) => ({ id: kind, label: name }))}
        value={filter.kind}
        onChoose={set('kind')}
      />
      <Choose
        label={t('filter_currency')}
        options={(currencies.data ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
        value={filter.currency}
        onChoose={set('currency')}
      />
      <DateRange from={filter.from} to={filter.to} onChange={(range) => onChange({ ...filter, ...range })} />
    </div>
  );
}

/** All movements of the user's accounts, newest first. */
export default function Bills() {
  const t = useText(assetsText);
  const shell = useText(shellText);
  const [filter, setFilter] = useState(NO_FILTER);
  const [choosing, setChoosing] = useState(false);
  const bills = useBills(filter);
  const filtered = isFiltered(filter);
  const clear = (
    <Button variant="plain" wide onClick={() => setFilter(NO_FILTER)}>
      {t('clear_filters')}
    </Button>
  );
  return (
    <Page
      title={t('all_movements')}
      back="/pages/fund/assets_all_record"
      right={
        <>
          <Export filter={sentFilter(filter)} />
          <IconButton label={t('filters')} aria-pressed={filtered} onClick={() => setChoosing(true)}>
            <SlidersHorizontal className={filtered ? 'text-gold-ink' : ''} />
          </IconButton>
        </>
      }
    >
      <LoadedPages
        query={bills}
        empty={
          <Empty
            text={filtered ? t('no_bills') : undefined}
            next="trade"
            action={filtered ? clear : undefined}
          />
        }
      >
        {(rows) => <Entries entries={rows} />}
      </LoadedPages>
      <Sheet open={choosing} title={t('filters')} onClose={() => setChoosing(false)}>
        <Filters filter={filter} onChange={setFilter} />
        <div className="flex gap-3 px-5 pb-5">
          {filtered && clear}
          <Button wide onClick={() => setChoosing(false)}>
            {shell('confirm')}
          </Button>
        </div>
      </Sheet>
    </Page>
  );
}
