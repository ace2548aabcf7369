import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { AmountField, Button, Form, Select, Sheet, Switch } from '../../ui/index.ts';
import { copytradeText } from './text.ts';
import { FILTER_ENTRIES, NO_FILTER, isWrongBound } from './trader-filter.ts';
import type { FilterEntry, TraderFilter } from './trader-filter.ts';

const RISKS = ['', '3', '5', '7', '9'] as const;
const TEXTS = { roiMin: 'roi_min', winRateMin: 'win_rate_min', aumMin: 'aum_min' } as const;
const UNITS: Readonly<Record<FilterEntry, string>> = { roiMin: '%', winRateMin: '%', aumMin: 'USDT' };

/** Filters of the list of traders. */
export function FilterSheet({
  filter,
  onFilter,
  onClose,
}: {
  readonly filter: TraderFilter;
  readonly onFilter: (filter: TraderFilter) => void;
  readonly onClose: () => void;
}) {
  const t = useText(copytradeText);
  const [draft, setDraft] = useState(filter);
  const ready = FILTER_ENTRIES.every((entry) => !isWrongBound(draft[entry]));
  return (
    <Sheet open title={t('filters')} onClose={onClose}>
      <Form className="gap-4 px-5 pb-6" onSubmit={() => ready && onFilter(draft)}>
        {FILTER_ENTRIES.map((entry) => (
          <AmountField
            key={entry}
            label={t(TEXTS[entry])}
            value={draft[entry]}
            onValue={(text) => setDraft({ ...draft, [entry]: text })}
            unit={UNITS[entry]}
            placeholder={t('any')}
            error={isWrongBound(draft[entry]) ? t('wrong_amount') : null}
          />
        ))}
        <div>
          <p className="mb-2 text-sm text-muted">{t('risk_max')}</p>
          <Select
            label={t('risk_max')}
            options={RISKS.map((id) => ({ id, label: id === '' ? t('any') : `≤ ${id}` }))}
            value={RISKS.find((id) => id === draft.riskMax) ?? ''}
            onChange={(riskMax) => setDraft({ ...draft, riskMax })}
          />
        </div>
        <Switch
          label={t('free_only')}
          on={draft.isFree}
          onSwitch={(isFree) => setDraft({ ...draft, isFree })}
        />
        <div className="flex gap-3 *:flex-1">
          <Button type="button" variant="plain" onClick={() => onFilter(NO_FILTER)}>
            {t('reset')}
          </Button>
          <Button type="submit" disabled={!ready}>
            {t('show_traders')}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
