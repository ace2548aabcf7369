import { useQueries, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { LINE, changeLine } from '../../lib/line.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useText } from '../../lib/text.ts';
import { Button, Choice, Loaded, Page, cx } from '../../ui/index.ts';
import { measure } from './latency.ts';
import { connectionText } from './text.ts';

/** Choice's id of the app's own origin, which has no line. */
const OWN = 'own';
/** Faster and slower than what a trader notices, ms. */
const FAST_MS = 150;
const SLOW_MS = 400;

const intentOf = (ms: number): string =>
  ms <= FAST_MS ? 'text-up-ink' : ms <= SLOW_MS ? 'text-gold-ink' : 'text-down-ink';

function Latency({ ms, measuring }: { readonly ms: number | undefined; readonly measuring: boolean }) {
  const t = useText(connectionText);
  if (measuring) return <span className="text-muted">{t('measuring')}</span>;
  if (ms === undefined) return <span className="text-down-ink">{t('no_answer')}</span>;
  return (
    <span className={cx('tnum', intentOf(ms))}>
      {t('milliseconds', { count: Math.max(1, Math.round(ms)) })}
    </span>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const t = useText(connectionText);
  const [chosen, setChosen] = useState(LINE);
  const all = ['', ...lines.filter((line) => line !== location.origin)];
  const measured = useQueries(
    {
      queries: all.map((line) => ({
        queryKey: ['latency', line],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => ({
          ms: await measure(line, signal),
        }),
        staleTime: 0,
        retry: false,
      })),
    },
    queryClient,
  );
  const change = (line: string): void => {
    setChosen(line);
    changeLine(line);
  };
  return (
    <div className="flex flex-col gap-4">
      <Choice
        label={t('title')}
        options={all.map((line, index) => ({
          id: line === '' ? OWN : line,
          label: line === '' ? t('own') : t('line', { number: index }),
          hint: new URL(line === '' ? location.origin : line).host,
          value: <Latency ms={measured[index]?.data?.ms} measuring={measured[index]?.isFetching ?? true} />,
        }))}
        value={chosen === '' ? OWN : chosen}
        onChange={(id) => change(id === OWN ? '' : id)}
      />
      <p className="px-1 text-sm text-muted">{t(all.length === 1 ? 'only_one' : 'note')}</p>
      <Button variant="plain" onClick={() => measured.forEach(({ refetch }) => void refetch())}>
        <RefreshCw className="size-5" aria-hidden="true" />
        {t('again')}
      </Button>
    </div>
  );
}

/** Selects the address under which the app reaches the service, by measured latency. */
export default function SwitchLine() {
  const t = useText(connectionText);
  // The list comes from the app's own origin, so that a dead line can be left.
  const lines = useQuery(
    {
      queryKey: ['getLines'],
      queryFn: ({ signal }) => api.get('getLines', {}, { line: '', quiet: true, signal }),
    },
    queryClient,
  );
  return (
    <Page title={t('title')} back="/pages/setting/setting">
      <Loaded query={lines} isEmpty={() => false}>
        {(found) => <Lines lines={found} />}
      </Loaded>
    </Page>
  );
}
