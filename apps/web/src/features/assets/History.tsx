import { ListTree, SlidersHorizontal } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import {
  Button,
  Empty,
  IconButton,
  LinkIcon,
  LoadedPages,
  Page,
  SearchField,
  Sheet,
  Tabs,
} from '../../ui/index.ts';
import { Activities } from './Activities.tsx';
import { ALL_ACTIVITY, GROUPS, sentActivity, useActivity } from './activity.ts';
import type { ActivityFilter } from './activity.ts';
import Bills from './Bills.tsx';
import { Choose } from './Choose.tsx';
import { Dates } from './Dates.tsx';
import { Export } from './Export.tsx';
import { assetsText } from './text.ts';

interface FilterProps {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
}

/** Currency and time. */
function Filters({ filter, onChange }: FilterProps) {
  const t = useText(assetsText);
  const currencies = useGet('currency/list', {});
  return (
    <div className="flex flex-col gap-5">
      <Dates from={filter.from} to={filter.to} onChange={(range) => onChange({ ...filter, ...range })} />
      <Choose
        label={t('filter_currency')}
        options={(currencies.data ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
        value={filter.currency}
        onChoose={(currency) => onChange({ ...filter, currency })}
      />
    </div>
  );
}

function Groups({ filter, onChange }: FilterProps) {
  const t = useText(assetsText);
  return (
    <Tabs
      label={t('history')}
      variant="chips"
      items={['' as const, ...GROUPS].map((id) => ({ id, label: id === '' ? t('any') : t(`group_${id}`) }))}
      value={filter.group}
      onChange={(id) => onChange({ ...filter, group: id })}
    />
  );
}

function Found({ filter, clear }: { readonly filter: ActivityFilter; readonly clear: () => void }) {
  const t = useText(assetsText);
  const events = useActivity(filter);
  const filtered = Object.values(filter).some((value) => value !== '');
  return (
    <LoadedPages
      query={events}
      empty={
        filtered ? (
          <Empty text={t('nothing_matches')} action={<Button onClick={clear}>{t('clear_filters')}</Button>} />
        ) : (
          <Empty
            text={t('no_history')}
            action={<Button onClick={() => go.push('/pages/fund/receive')}>{t('deposit')}</Button>}
          />
        )
      }
    >
      {(rows) => <Activities events={rows} ofFees={filter.group === 'fees'} />}
    </LoadedPages>
  );
}

const groupOf = (param: string | undefined): ActivityFilter['group'] =>
  GROUPS.find((group) => group === param) ?? '';

/** The history by event, or every ledger entry (`?view=entries`). */
export default function HistoryScreen() {
  return useParam('view') === 'entries' ? <Bills /> : <Events />;
}

function Events() {
  const t = useText(assetsText);
  const shell = useText(shellText);
  const first = groupOf(useParam('group'));
  const [filter, setFilter] = useState<ActivityFilter>({ ...ALL_ACTIVITY, group: first });
  const [choosing, setChoosing] = useState(false);
  const settled = useDeferredValue(filter);
  const narrowed = filter.currency !== '' || filter.from !== '' || filter.to !== '';
  const { group, currency, from, to } = sentActivity(filter);
  return (
    <Page
      title={t('history')}
      back="/pages/fund/assets"
      right={
        <>
          <LinkIcon
            to="/pages/fund/assets_all_record"
            search={{ view: 'entries' }}
            label={t('all_movements')}
          >
            <ListTree />
          </LinkIcon>
          <Export filter={{ group, currency, from, to }} />
        </>
      }
    >
      <Groups filter={filter} onChange={setFilter} />
      <div className="mt-3 flex items-center gap-2">
        <SearchField
          className="min-w-0 flex-1"
          label={t('search_history')}
          maxLength={60}
          value={filter.search}
          onValue={(search) => setFilter({ ...filter, search })}
        />
        <IconButton
          label={t('filters')}
          aria-pressed={narrowed}
          onClick={() => setChoosing(true)}
          className="wide:hidden"
        >
          <SlidersHorizontal className={narrowed ? 'text-gold-ink' : ''} />
        </IconButton>
      </div>
      <div className="mt-4 wide:grid wide:grid-cols-[1fr_320px] wide:items-start wide:gap-6">
        <div className="min-w-0">
          <Found filter={settled} clear={() => setFilter(ALL_ACTIVITY)} />
        </div>
        <aside
          className="sticky top-[calc(64px+var(--notice))] hidden rounded-lg bg-surface p-4 wide:block"
          aria-label={t('filters')}
        >
          <Filters filter={filter} onChange={setFilter} />
        </aside>
      </div>
      <Sheet open={choosing} title={t('filters')} onClose={() => setChoosing(false)}>
        <div className="px-5 pb-5">
          <Filters filter={filter} onChange={setFilter} />
          <Button wide className="mt-5" onClick={() => setChoosing(false)}>
            {shell('confirm')}
          </Button>
        </div>
      </Sheet>
    </Page>
  );
}
