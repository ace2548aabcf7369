import { FileUp } from 'lucide-react';
import { Malformed } from '@karat/evidence';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatClock } from '../../lib/format.ts';
import { useParam } from '../../lib/params.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Failed, LinkCell, Page, Rows, Skeleton, Tabs } from '../../ui/index.ts';
import { ownReceipts } from './evidence.ts';
import type { OwnReceipt } from './evidence.ts';
import { factsText } from './facts/text.ts';
import { Found } from './Found.tsx';
import { proofsText } from './text.ts';
import { useCheck } from './use-check.ts';
import type { State } from './use-check.ts';

const BYTES_MAX = 2_000_000;

/** Result: pending, unreadable, or all checks. */
function Answer({ state, retry }: { readonly state: State; readonly retry: () => void }) {
  const t = useText(proofsText);
  switch (state.type) {
    case 'idle':
      return null;
    case 'busy':
      return <Skeleton className="h-60" />;
    case 'failed':
      return state.error instanceof Malformed ? (
        <p role="alert" className="rounded-md bg-bad-soft px-4 py-3 text-bad-ink">
          {t('malformed', { field: state.error.message })}
        </p>
      ) : (
        <Failed error={state.error} retry={retry} />
      );
    case 'done':
      return <Found signed={state.signed} checks={state.checks} />;
  }
}

/** A receipt by paste, file or number. */
function Bring({ busy, onCheck }: { readonly busy: boolean; readonly onCheck: (text: string) => void }) {
  const t = useText(proofsText);
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const open = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    // Larger files cannot be receipts and are not read.
    const read = chosen.size > BYTES_MAX ? '' : await chosen.text();
    setText(read);
    onCheck(read);
  };
  return (
    <div className="flex flex-col gap-3">
      <label htmlFor={id} className="text-sm text-muted">
        {t('paste')}
      </label>
      <textarea
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={3}
        maxLength={BYTES_MAX}
        spellCheck={false}
        className="rounded-md border border-line bg-surface p-3 text-sm break-all"
      />
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        className="hidden"
        aria-label={t('open_file')}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button variant="plain" size="lg" onClick={() => file.current?.click()}>
          <FileUp className="size-5" aria-hidden="true" />
          {t('open_file')}
        </Button>
        <Button size="lg" busy={busy} disabled={text.trim() === ''} onClick={() => onCheck(text)}>
          {t('check')}
        </Button>
      </div>
    </div>
  );
}

/** Selects one of several receipts of a position. */
function Which({
  receipts,
  value,
  onChange,
}: {
  readonly receipts: readonly OwnReceipt[];
  readonly value: OwnReceipt;
  readonly onChange: (receipt: OwnReceipt) => void;
}) {
  const t = useText(proofsText);
  const facts = useText(factsText);
  const locale = useLocale();
  const nameOf = ({ signed: { receipt } }: OwnReceipt): ReactNode =>
    `${facts(receipt.order['action'] === 'open' ? 'v_open' : 'v_close')} ${formatClock(receipt.issued, locale)}`;
  return (
    <Tabs
      variant="chips"
      label={t('which')}
      items={receipts.toReversed().map((each) => ({ id: each.signed.hash, label: nameOf(each) }))}
      value={value.signed.hash}
      onChange={(hash) => onChange(receipts.find((each) => each.signed.hash === hash) ?? value)}
      className="-mx-4 px-4"
    />
  );
}

/** The user's receipts of the address's order, the newest selected. */
function useOwn(kind: string | undefined, subject: string | undefined) {
  const [receipts, setReceipts] = useState<readonly OwnReceipt[]>([]);
  const [chosen, choose] = useState<OwnReceipt | undefined>();
  const [error, setError] = useState<Error | undefined>();
  const [tries, setTries] = useState(0);
  const fromReceipt = kind !== undefined && subject !== undefined;
  useEffect(() => {
    if (!fromReceipt) return undefined;
    let live = true;
    ownReceipts(kind, subject).then(
      (found) => {
        if (!live) return;
        setError(undefined);
        setReceipts(found);
        choose(found.at(-1));
      },
      (reason: unknown) => {
        if (live) setError(reason instanceof Error ? reason : new Error(String(reason)));
      },
    );
    return () => {
      live = false;
    };
  }, [fromReceipt, kind, subject, tries]);
  return { fromReceipt, receipts, chosen, choose, error, retry: () => setTries((count) => count + 1) };
}

/** Verifies receipts in this browser: the user's own, by number, pasted or from a file. */
export default function Verify() {
  const t = useText(proofsText);
  const number = useParam('hash');
  const own = useOwn(useParam('kind'), useParam('subject'));
  const { state, check } = useCheck();
  const begin = useRef(check);
  const { chosen } = own;
  useEffect(() => {
    if (number !== undefined) void begin.current({ text: number });
  }, [number]);
  useEffect(() => {
    if (chosen) void begin.current({ own: chosen });
  }, [chosen]);
  const retry = (): void => {
    if (chosen) void check({ own: chosen });
    else if (number !== undefined) void check({ text: number });
  };
  const named = number !== undefined || own.fromReceipt;
  const bring = <Bring busy={state.type === 'busy'} onCheck={(text) => void check({ text })} />;
  return (
    <Page title={t('verify')}>
      <div className="flex flex-col gap-3 py-2 wide:mx-auto wide:max-w-5xl">
        <p className="text-sm text-muted">{t('lead')}</p>
        {!named && bring}
        {own.receipts.length > 1 && chosen && (
          <Which receipts={own.receipts} value={chosen} onChange={own.choose} />
        )}
        {own.error ? (
          <Failed error={own.error} retry={own.retry} />
        ) : own.fromReceipt && !chosen ? (
          <Skeleton className="h-60" />
        ) : (
          <Answer state={state} retry={retry} />
        )}
        {named && (
          <details className="rounded-lg bg-surface px-4 [&[open]]:pb-4">
            <summary className="flex min-h-14 cursor-pointer items-center text-lg">{t('another')}</summary>
            {bring}
          </details>
        )}
        <Rows>
          <LinkCell to="/pages/proofs/liabilities" label={t('liabilities')} />
          <LinkCell to="/pages/proofs/seeds" label={t('to_seeds')} />
        </Rows>
      </div>
    </Page>
  );
}
