import { Download, FileUp } from 'lucide-react';
import { Malformed } from '@karat/evidence';
import type { Check, SignedReceipt } from '@karat/evidence';
import { useEffect, useId, useRef, useState } from 'react';
import { useParam } from '../../lib/params.ts';
import { useText } from '../../lib/text.ts';
import { Button, Card, cx, Failed, GoCell, Page, Rows, Skeleton } from '../../ui/index.ts';
import { Checks } from './Checks.tsx';
import { checkReceipt, receiptFrom } from './evidence.ts';
import { proofsText } from './text.ts';

interface Checked {
  readonly signed: SignedReceipt;
  readonly checks: readonly Check[];
}
type State =
  | { readonly is: 'idle' }
  | { readonly is: 'busy' }
  | { readonly is: 'failed'; readonly error: Error }
  | ({ readonly is: 'done' } & Checked);

const BYTES_MAX = 2_000_000;

/** Reads and checks what was given; a later wish takes the place of an earlier one. */
function useCheck() {
  const [state, setState] = useState<State>({ is: 'idle' });
  const turn = useRef(0);
  const check = async (text: string): Promise<void> => {
    const mine = ++turn.current;
    const say = (next: State): void => {
      if (turn.current === mine) setState(next);
    };
    say({ is: 'busy' });
    try {
      const signed = await receiptFrom(text);
      say({ is: 'done', signed, checks: await checkReceipt(signed) });
    } catch (error) {
      say({ is: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  return { state, check };
}

const Facts = ({
  title,
  facts,
}: {
  readonly title: string;
  readonly facts: Readonly<Record<string, string>>;
}) => (
  <Card className="p-4">
    <h2 className="mb-2 font-semibold">{title}</h2>
    <dl className="flex flex-col gap-1 text-sm">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-end break-all tnum">{value}</dd>
        </div>
      ))}
    </dl>
  </Card>
);

/** Saves the receipt as a file, as it was read. */
function save(signed: SignedReceipt): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(signed, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = `receipt-${signed.receipt.kind}-${signed.receipt.subject}.json`;
  link.click();
  URL.revokeObjectURL(address);
}

/** Times of ticks as they are published: seconds of UTC. */
const clockOf = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19).concat('Z');

function Verdict({ checks }: Pick<Checked, 'checks'>) {
  const t = useText(proofsText);
  const bad = checks.some(({ state }) => state === 'failed');
  const good = checks.every(({ state }) => state === 'proved');
  return (
    <p
      role="status"
      className={cx(
        'rounded-md px-4 py-3 text-lg font-semibold',
        bad ? 'bg-bad-soft text-bad-ink' : good ? 'bg-good-soft text-good-ink' : 'bg-gold-soft text-gold-ink',
      )}
    >
      {t(bad ? 'bad' : good ? 'good' : 'partly')}
    </p>
  );
}

function Found({ signed, checks }: Checked) {
  const t = useText(proofsText);
  const { receipt } = signed;
  return (
    <div className="flex flex-col gap-3">
      <Verdict checks={checks} />
      <Card className="p-4">
        <Checks checks={checks} />
      </Card>
      <Facts title={t('result')} facts={receipt.result} />
      <Facts title={`${t('order')} · ${receipt.kind} ${receipt.subject}`} facts={receipt.order} />
      <Card className="p-4">
        <h2 className="mb-2 font-semibold">{t('ticks')}</h2>
        {receipt.ticks.length === 0 && <p className="text-sm text-muted">{t('no_ticks')}</p>}
        <ul className="flex flex-col gap-2 text-sm">
          {receipt.ticks.map((tick) => (
            <li key={`${tick.market}:${tick.time}`}>
              <span className="flex justify-between gap-3 tnum">
                <span className="text-muted">{clockOf(tick.time)}</span>
                <span>{tick.price}</span>
              </span>
              <span className="block text-xs break-all text-muted">{tick.hash}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card className="p-4">
        <h2 className="mb-2 font-semibold">
          {t('rule')} · {receipt.formula.id}
        </h2>
        <p className="text-sm text-muted" lang="en">
          {receipt.formula.text}
        </p>
      </Card>
      <p className="text-xs break-all text-muted">{signed.hash}</p>
      <Button look="plain" onClick={() => save(signed)}>
        <Download className="size-5" aria-hidden="true" />
        {t('download')}
      </Button>
    </div>
  );
}

/** What came of it: under way, unreadable, or every check. */
function Answer({ state, retry }: { readonly state: State; readonly retry: () => void }) {
  const t = useText(proofsText);
  switch (state.is) {
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

/** Checks any receipt, pasted, opened from a file or by its number; everything is computed in this browser. */
export default function Verify() {
  const t = useText(proofsText);
  const id = useId();
  const number = useParam('hash');
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(number ?? '');
  const { state, check } = useCheck();
  const begin = useRef(check);
  useEffect(() => {
    if (number !== undefined) void begin.current(number);
  }, [number]);
  const open = async (chosen: File | undefined): Promise<void> => {
    if (!chosen || chosen.size > BYTES_MAX) return;
    const read = await chosen.text();
    setText(read);
    await check(read);
  };
  return (
    <Page title={t('verify')}>
      <div className="flex flex-col gap-3 py-2">
        <p className="text-sm text-muted">{t('lead')}</p>
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
          onChange={(event) => void open(event.target.files?.[0])}
        />
        <div className="grid grid-cols-2 gap-2">
          <Button look="plain" size="lg" onClick={() => file.current?.click()}>
            <FileUp className="size-5" aria-hidden="true" />
            {t('open_file')}
          </Button>
          <Button
            size="lg"
            busy={state.is === 'busy'}
            disabled={text.trim() === ''}
            onClick={() => void check(text)}
          >
            {t('check')}
          </Button>
        </div>
        <Answer state={state} retry={() => void check(text)} />
        <Rows>
          <GoCell to="/pages/proofs/seeds" label={t('to_seeds')} />
        </Rows>
      </div>
    </Page>
  );
}
