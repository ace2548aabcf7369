import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Fact, List, ListRow, Num, ReceiptLink, RowEnd, Sheet } from '../../ui/index.ts';
import { accountOfType } from './balances.ts';
import { assetsText } from './text.ts';

/** One movement of a balance. */
export type Entry = AllReplies['wallet/bills']['data'][number];

function Facts({ entry }: { readonly entry: Entry }) {
  const t = useText(assetsText);
  const locale = useLocale();
  const account = accountOfType(entry.type);
  return (
    <div className="flex flex-col gap-3 px-5 pb-5">
      <List as="dl" className="text-base *:py-3">
        <Fact name={t('amount')}>
          <Num value={entry.value} form="coin" signed intent="auto" unit={entry.currency_name} />
        </Fact>
        {entry.held !== '0' && (
          <Fact name={t('held')}>
            <Num value={entry.held} form="coin" signed unit={entry.currency_name} />
          </Fact>
        )}
        <Fact name={t('before')}>
          <Num value={entry.before} form="coin" unit={entry.currency_name} />
        </Fact>
        <Fact name={t('after')}>
          <Num value={entry.after} form="coin" unit={entry.currency_name} />
        </Fact>
        {account && <Fact name={t('filter_account')}>{t(account)}</Fact>}
        <Fact name={formatTime(entry.created_ms, locale)}>{t('journal', { id: entry.journal_id })}</Fact>
      </List>
      {entry.proof && <ReceiptLink {...entry.proof} variant="wide" />}
    </div>
  );
}

/** List of movements; a tap opens the details. */
export function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const t = useText(assetsText);
  const locale = useLocale();
  const [open, setOpen] = useState<Entry | null>(null);
  return (
    <>
      <List ground="card">
        {entries.map((entry) => (
          <ListRow
            key={entry.id}
            wraps
            onClick={() => setOpen(entry)}
            title={entry.info}
            hint={formatTime(entry.created_ms, locale)}
            end={
              <RowEnd
                hint={
                  <>
                    {t('after')} <Num value={entry.after} form="coin" />
                  </>
                }
              >
                <Num value={entry.value} form="coin" signed intent="auto" unit={entry.currency_name} />
              </RowEnd>
            }
          />
        ))}
      </List>
      <Sheet open={open !== null} title={open?.info ?? ''} onClose={() => setOpen(null)}>
        {open && <Facts entry={open} />}
      </Sheet>
    </>
  );
}
