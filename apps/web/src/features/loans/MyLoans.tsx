import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, LoadedPages, Tabs } from '../../ui/index.ts';
import type { Config } from './estimate.ts';
import { LoanCard } from './LoanCard.tsx';
import { loansText } from './text.ts';

const FILTERS = ['open', 'closed'] as const;
type Filter = (typeof FILTERS)[number];

const REFRESH_MS = 5_000;

function Loans({ filter, config }: { readonly filter: Filter; readonly config: Config }) {
  const t = useText(loansText);
  const loans = usePages('get', 'loan/list', { filter }, { everyMs: REFRESH_MS });
  return (
    <LoadedPages
      query={loans}
      empty={<Empty icon={<HandCoins />} text={t(`none_${filter}`)} next="beside" />}
    >
      {(rows) => (
        <ul className="grid gap-3 wide:grid-cols-2">
          {rows.map((loan) => (
            <li key={loan.id}>
              <LoanCard loan={loan} call={config.call_percent} liquidation={config.liquidation_percent} />
            </li>
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

/** The own loans: open ones with their risk rate, and those that have ended. */
export function MyLoans({ config }: { readonly config: Config }) {
  const t = useText(loansText);
  const [filter, setFilter] = useState<Filter>('open');
  return (
    <section aria-label={t('my_loans')}>
      <h2 className="mb-2 px-1 text-lg font-semibold">{t('my_loans')}</h2>
      <Tabs
        label={t('my_loans')}
        variant="block"
        items={FILTERS.map((id) => ({ id, label: t(id) }))}
        value={filter}
        onChange={setFilter}
        className="mb-3"
      />
      <Loans key={filter} filter={filter} config={config} />
    </section>
  );
}
