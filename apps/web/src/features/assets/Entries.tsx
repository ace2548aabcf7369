import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Fact, Num, ReceiptLink, Sheet } from '../../ui/index.ts';
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
      <dl className="divide-y divide-line text-base *:py-3">
        <Fact name={t('amount')}>
          <Num value={entry.value} signed intent="auto" unit={entry.currency_name} />
        </Fact>
        {entry.held !== '0' && (
          <Fact name={t('held')}>
            <Num value={entry.held} signed unit={entry.currency_name} />
          </Fact>
        )}
        <Fact name={t('before')}>
          <Num value={entry.before} unit={entry.currency_name} />
        </Fact>
        <Fact name={t('after')}>
          <Num value={entry.after} unit={entry.currency_name} />
        </Fact>
        {account && <Fact name={t('filter_account')}>{t(account)}</Fact>}
        <Fact name={formatTime(entry.created_ms, locale)}>{t('journal', { id: entry.journal_id })}</Fact>
      </dl>
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
      <ul className="divide-y divide-line rounded-lg bg-surface px-4">
        {entries.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              onClick={() => setOpen(entry)}
              className="flex min-h-16 w-full flex-wrap items-center gap-x-3 py-2 text-start active:opacity-70"
            >
              <span className="min-w-0 flex-1 basis-28">
                <span className="block truncate text-base font-medium">{entry.info}</span>
                <span className="block text-xs text-muted">{formatTime(entry.created_ms, locale)}</span>
              </span>
              <span className="ms-auto text-end">
                <Num
                  value={entry.value}
                  signed
                  intent="auto"
                  unit={entry.currency_name}
                  className="block text-base font-medium"
                />
                <span className="block text-xs text-muted">
                  {t('after')} <Num value={entry.after} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Sheet open={open !== null} title={open?.info ?? ''} onClose={() => setOpen(null)}>
        {open && <Facts entry={open} />}
      </Sheet>
    </>
  );
}
