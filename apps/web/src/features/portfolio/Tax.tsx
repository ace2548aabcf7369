import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import {
  Button,
  Callout,
  Card,
  Choice,
  Empty,
  Fact,
  FormError,
  List,
  Loaded,
  Page,
  Select,
  Skeleton,
  Tabs,
} from '../../ui/index.ts';
import { Counting } from './Counting.tsx';
import { portfolioText } from './text.ts';
import { Profit, Usdt } from './Usdt.tsx';
import { useFile } from './use-file.ts';

const METHODS = ['fifo', 'lifo', 'average'] as const;
type TaxMethod = (typeof METHODS)[number];
type Format = 'disposals' | 'koinly' | 'cointracker';

/** Totals of a year by a cost method. */
function Totals({ year, method }: { readonly year: number; readonly method: TaxMethod }) {
  const t = useText(portfolioText);
  const totals = useGet('portfolio/tax_summary', { year, method }, { keep: true });
  return (
    <Loaded query={totals} skeleton={<Skeleton className="h-72 rounded-lg" />} isEmpty={() => false}>
      {(data) => (
        <>
          {data.estimated > 0 && (
            <Callout intent="wait">{t('estimated_count', { count: data.estimated })}</Callout>
          )}
          <Card className="px-4">
            <List as="dl" className="text-base *:py-3">
              <Fact name={t('net')}>
                <Profit value={data.net} />
              </Fact>
              <Fact name={t('gains')}>
                <Usdt value={data.gains} />
              </Fact>
              <Fact name={t('losses')}>
                <Usdt value={data.losses} />
              </Fact>
              {data.net_long_term !== null && (
                <Fact name={t('net_long_term')}>
                  <Profit value={data.net_long_term} />
                </Fact>
              )}
              <Fact name={t('proceeds')}>
                <Usdt value={data.proceeds} />
              </Fact>
              <Fact name={t('cost')}>
                <Usdt value={data.cost} />
              </Fact>
              <Fact name={t('results')}>
                <Profit value={data.results} />
              </Fact>
              <Fact name={t('income')}>
                <Usdt value={data.income} />
              </Fact>
              <Fact name={t('expenses')}>
                <Usdt value={data.expenses} />
              </Fact>
            </List>
          </Card>
        </>
      )}
    </Loaded>
  );
}

function Export({
  years,
}: {
  readonly years: readonly { readonly year: number; readonly closed: boolean }[];
}) {
  const t = useText(portfolioText);
  const [year, setYear] = useState(years[0]?.year ?? 0);
  const [method, setMethod] = useState<TaxMethod>('fifo');
  const [format, setFormat] = useState<Format>('disposals');
  const { busy, error, save } = useFile();
  return (
    <>
      <Select
        label={t('year')}
        options={years.map((one) => ({ id: String(one.year), label: String(one.year) }))}
        value={String(year)}
        onChange={(id) => setYear(Number(id))}
      />
      {years.find((one) => one.year === year)?.closed === false && <Callout>{t('year_runs')}</Callout>}
      <section aria-label={t('method')}>
        <h2 className="mb-2 text-sm text-muted">{t('method')}</h2>
        <Tabs
          label={t('method')}
          variant="block"
          items={METHODS.map((id) => ({ id, label: t(id) }))}
          value={method}
          onChange={setMethod}
        />
      </section>
      <Totals year={year} method={method} />
      <section aria-label={t('file_format')} className="settles">
        <h2 className="mb-2 text-sm text-muted">{t('file_format')}</h2>
        <Choice
          label={t('file_format')}
          options={[
            { id: 'disposals', label: t('disposals_file'), hint: t('disposals_hint') },
            { id: 'koinly', label: t('koinly'), hint: t('import_hint') },
            { id: 'cointracker', label: t('cointracker'), hint: t('import_hint') },
          ]}
          value={format}
          onChange={setFormat}
        />
      </section>
      <FormError text={error} />
      <Button
        wide
        className="settles"
        busy={busy !== null}
        onClick={() => void save(format, 'portfolio/tax_export', { year, format, method })}
      >
        {t('download')}
      </Button>
      <p className="text-xs text-muted settles">{t('tax_note')}</p>
    </>
  );
}

/** Tax export of a year: method, totals, format. */
export default function Tax() {
  const t = useText(portfolioText);
  const years = useGet('portfolio/tax_years', {});
  return (
    <Page title={t('tax')} back="/pages/fund/assets" className="gap-4">
      <Loaded
        query={years}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <Empty
            text={t('none_yet')}
            action={<Button onClick={() => go.push('/pages/fund/assets')}>{t('assets')}</Button>}
          />
        }
      >
        {({ data, complete }) => (
          <>
            <Counting complete={complete} refetch={years.refetch} />
            <Export years={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
