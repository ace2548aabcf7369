import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  Callout,
  Empty,
  Fact,
  FormError,
  List,
  ListRow,
  Loaded,
  LoadedPages,
  Num,
  Page,
  Sheet,
  Skeleton,
} from '../../ui/index.ts';
import { monthName } from './months.ts';
import { portfolioText } from './text.ts';
import { useFile } from './use-file.ts';

type Statement = AllReplies['portfolio/statement'];

const FILES = ['pdf', 'csv'] as const;

function Balances({ statement }: { readonly statement: Statement }) {
  const t = useText(portfolioText);
  return statement.balances.map((balance) => (
    <section key={`${balance.account} ${balance.currency_id}`}>
      <h3 className="text-sm font-semibold">
        {balance.currency_name} · {t(balance.account)}
      </h3>
      <List as="dl" className="text-base *:py-2">
        <Fact name={t('opening')}>
          <Num value={balance.opening} />
        </Fact>
        <Fact name={t('movements', { count: balance.movements })}>
          <Num value={balance.in} signed intent="auto" />{' '}
          <Num value={balance.out === '0' ? '0' : `-${balance.out.replace('-', '')}`} intent="auto" />
        </Fact>
        <Fact name={t('closing')}>
          <Num value={balance.closing} className="font-semibold" />
        </Fact>
      </List>
    </section>
  ));
}

/** Balances of a month, and its files. */
function Month({ month }: { readonly month: string }) {
  const t = useText(portfolioText);
  const statement = useGet('portfolio/statement', { month });
  const { busy, error, save } = useFile();
  return (
    <div className="flex flex-col gap-4 px-5 pb-5">
      <Loaded query={statement} skeleton={<Skeleton className="h-40" />} isEmpty={() => false}>
        {(data) => (
          <>
            {!data.closed && <Callout intent="wait">{t('month_runs')}</Callout>}
            <FormError text={error} />
            {data.files.length === 0 && <Callout>{t('too_many')}</Callout>}
            <div className="flex gap-3">
              {FILES.filter((format) => data.files.includes(format)).map((format) => (
                <Button
                  key={format}
                  wide
                  variant={format === 'pdf' ? 'gold' : 'plain'}
                  busy={busy === format}
                  disabled={busy !== null}
                  onClick={() => void save(format, 'portfolio/statement_file', { month, format })}
                >
                  {t(format)}
                </Button>
              ))}
            </div>
            <Balances statement={data} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Months with a statement. */
export default function Statements() {
  const t = useText(portfolioText);
  const locale = useLocale();
  const months = usePages('get', 'portfolio/statements', {});
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Page title={t('statements')} back="/pages/fund/assets" className="gap-4">
      <LoadedPages
        query={months}
        empty={
          <Empty
            icon={<FileText />}
            text={t('no_statements')}
            action={<Button onClick={() => go.push('/pages/fund/assets')}>{t('assets')}</Button>}
          />
        }
      >
        {(rows) => (
          <List ground="card">
            {rows.map(({ month, closed }) => (
              <ListRow
                key={month}
                icon={<FileText className="size-5 text-gold-ink" aria-hidden="true" />}
                title={monthName(month, locale)}
                hint={closed ? undefined : t('month_runs')}
                onClick={() => setOpen(month)}
              />
            ))}
          </List>
        )}
      </LoadedPages>
      <p className="text-xs text-muted">{t('utc_hint')}</p>
      <Sheet open={open !== null} title={open ? monthName(open, locale) : ''} onClose={() => setOpen(null)}>
        {open && <Month key={open} month={open} />}
      </Sheet>
    </Page>
  );
}
