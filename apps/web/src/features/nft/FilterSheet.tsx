import { useState } from 'react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { AmountField, Button, Loaded, Sheet, Tabs } from '../../ui/index.ts';
import { NO_FILTERS, RARITIES } from './filters.ts';
import type { Filters } from './filters.ts';
import { nftText } from './text.ts';

const TYPES = ['', '1', '2', '3', '4'] as const;
const TYPE_LABELS = { '': 'all', 1: 'image', 2: 'gif', 3: 'audio', 4: 'video' } as const;
const STATUSES = ['', '1', '2', '0'] as const;
const STATUS_LABELS = { '': 'on_sale', 1: 'started', 2: 'not_started', 0: 'ended' } as const;
const RARITY_IDS = ['', ...RARITIES] as const;

function Group<Id extends string>({
  label,
  ids,
  value,
  onChange,
  nameOf,
}: {
  readonly label: string;
  readonly ids: readonly Id[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly nameOf: (id: Id) => string;
}) {
  return (
    <div>
      <p className="mb-2 text-sm text-muted" aria-hidden="true">
        {label}
      </p>
      <Tabs
        label={label}
        variant="chips"
        items={ids.map((id) => ({ id, label: nameOf(id) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** Bounds of the price, in one currency. */
function Price({
  draft,
  onChange,
}: {
  readonly draft: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}) {
  const t = useText(nftText);
  const terms = useGet('bind_box/getNftCurrency', {}, { freshMs: Infinity });
  return (
    <Loaded query={terms}>
      {({ currencies }) => (
        <div className="flex flex-col gap-3">
          <Group
            label={t('currency')}
            ids={['', ...currencies.map(({ id }) => String(id))]}
            value={draft.currency}
            onChange={(currency) => onChange({ currency })}
            nameOf={(id) => currencies.find((one) => String(one.id) === id)?.name ?? t('all')}
          />
          {draft.currency !== '' && (
            <div className="grid grid-cols-2 gap-3">
              <AmountField
                label={t('price_min')}
                value={draft.priceMin}
                onValue={(priceMin) => onChange({ priceMin })}
              />
              <AmountField
                label={t('price_max')}
                value={draft.priceMax}
                onValue={(priceMax) => onChange({ priceMax })}
              />
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Form({
  filters,
  onApply,
}: {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}) {
  const t = useText(nftText);
  const [draft, setDraft] = useState(filters);
  const change = (part: Partial<Filters>): void => setDraft({ ...draft, ...part });
  return (
    <div className="flex flex-col gap-5 px-5 pb-5">
      <Group
        label={t('type')}
        ids={TYPES}
        value={draft.type}
        onChange={(type) => change({ type })}
        nameOf={(id) => t(TYPE_LABELS[id])}
      />
      <Group
        label={t('state')}
        ids={STATUSES}
        value={draft.status}
        onChange={(status) => change({ status })}
        nameOf={(id) => t(STATUS_LABELS[id])}
      />
      <Group
        label={t('rarity')}
        ids={RARITY_IDS}
        value={draft.rarity}
        onChange={(rarity) => change({ rarity })}
        nameOf={(id) => (id === '' ? t('all') : id)}
      />
      <Price draft={draft} onChange={change} />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="plain"
          size="lg"
          onClick={() => onApply({ ...NO_FILTERS, payType: draft.payType, sort: draft.sort })}
        >
          {t('reset')}
        </Button>
        <Button size="lg" onClick={() => onApply(draft)}>
          {t('show')}
        </Button>
      </div>
    </div>
  );
}

/** Filters of a list of works; they apply with the button. */
export function FilterSheet({
  open,
  filters,
  onClose,
  onApply,
}: {
  readonly open: boolean;
  readonly filters: Filters;
  readonly onClose: () => void;
  readonly onApply: (filters: Filters) => void;
}) {
  const t = useText(nftText);
  return (
    <Sheet open={open} onClose={onClose} title={t('filters')}>
      <Form filters={filters} onApply={onApply} />
    </Sheet>
  );
}
