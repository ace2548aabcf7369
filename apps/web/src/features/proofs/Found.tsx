import { Download } from 'lucide-react';
import type { Check, SignedReceipt } from '@karat/evidence';
import type { ReactNode } from 'react';
import { saveFile } from '../../lib/download.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import type { Translate } from '../../lib/text.ts';
import { Badge, Button, Card, Folded, List } from '../../ui/index.ts';
import { Checks } from './Checks.tsx';
import { Headline, verdictOf } from './Headline.tsx';
import type { OwnCheck } from './evidence.ts';
import { Facts, RuleWords, SignedFacts } from './facts/Facts.tsx';
import type en from './locales/en.ts';
import { proofsText } from './text.ts';

/** A receipt with its checks. */
export interface Checked {
  readonly signed: SignedReceipt;
  readonly checks: readonly (Check | OwnCheck)[];
}

/** Downloads the receipt, unchanged. */
function save(signed: SignedReceipt): void {
  const { kind, subject } = signed.receipt;
  const file = new Blob([JSON.stringify(signed, null, 2)], { type: 'application/json' });
  saveFile(file, `receipt-${kind}-${subject.replaceAll(':', '-')}.json`);
}

const Block = ({
  title,
  end,
  children,
}: {
  readonly title: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) => (
  <Card className="p-4">
    <h2 className="mb-2 flex items-center justify-between gap-2 text-sm text-muted">
      {title}
      {end}
    </h2>
    {children}
  </Card>
);

const THINGS = { option: 'thing_option', contract: 'thing_contract', mining: 'thing_mining' } as const;
const isThing = (kind: string): kind is keyof typeof THINGS => kind in THINGS;

/** The subject of a receipt in the user's language. */
export function thingOf(t: Translate<typeof en>, kind: string, subject: string): string {
  const [number = subject] = subject.split(':');
  return isThing(kind) ? t(THINGS[kind], { number }) : `${kind} ${subject}`;
}

function Outcome({ signed, checks }: Checked) {
  const t = useText(proofsText);
  const verdict = verdictOf(checks.map(({ state }) => state));
  const { kind, subject } = signed.receipt;
  return (
    <Headline verdict={verdict} text={t(verdict)}>
      <p className="text-sm">{thingOf(t, kind, subject)}</p>
    </Headline>
  );
}

function Ticks({ signed }: Pick<Checked, 'signed'>) {
  const t = useText(proofsText);
  const locale = useLocale();
  const { ticks } = signed.receipt;
  if (ticks.length === 0) return <p className="text-base text-muted">{t('no_ticks')}</p>;
  return (
    <List>
      {ticks.map((tick) => (
        <li key={`${tick.market}:${tick.time}`} className="py-2">
          <span className="flex justify-between gap-3 text-base tnum">
            <time dateTime={new Date(tick.time * 1000).toISOString()}>
              {formatTime(tick.time * 1000, locale)}
            </time>
            <span className="font-medium whitespace-nowrap">
              {formatNumber(tick.price, { kind: 'full' }, locale)}
            </span>
          </span>
          <code className="block text-xs break-all text-muted">
            {tick.time} · {tick.hash}
          </code>
        </li>
      ))}
    </List>
  );
}

/** Number, key and time of issue, with export. */
function Proof({ signed }: Pick<Checked, 'signed'>) {
  const t = useText(proofsText);
  const locale = useLocale();
  const lines = [
    [t('f_issued'), formatTime(signed.receipt.issued, locale)],
    [t('f_number'), signed.hash],
    [t('f_key'), signed.public_key],
  ] as const;
  return (
    <>
      <dl className="flex flex-col gap-2">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt className="text-base">{name}</dt>
            <dd className="text-xs break-all text-muted">{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="plain" wide className="mt-3" onClick={() => save(signed)}>
        <Download className="size-5" aria-hidden="true" />
        {t('download')}
      </Button>
    </>
  );
}

/** Facts in the user's language; what was signed is folded. */
function FactsBlock({
  title,
  formula,
  facts,
  currency,
}: {
  readonly title: string;
  readonly formula: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly currency: string | undefined;
}) {
  const t = useText(proofsText);
  return (
    <Block title={title}>
      <Facts formula={formula} facts={facts} currency={currency} />
      <Folded title={t('facts_signed')}>
        <SignedFacts formula={formula} facts={facts} />
      </Folded>
    </Block>
  );
}

/** A receipt: verdict, what was agreed and what happened, checks, and what they rest on. */
export function Found({ signed, checks }: Checked) {
  const t = useText(proofsText);
  const shell = useText(shellText);
  const { formula, order, result, ticks } = signed.receipt;
  const shared = { formula: formula.id, currency: order['currency'] };
  return (
    <div className="flex flex-col gap-3">
      <Outcome signed={signed} checks={checks} />
      <div className="grid gap-3 wide:grid-cols-2 wide:items-start">
        <FactsBlock title={t('order')} {...shared} facts={order} />
        <FactsBlock title={t('result')} {...shared} facts={result} />
        <Block title={t('checked')}>
          <Checks checks={checks} />
        </Block>
        <Block
          title={t('ticks')}
          end={
            ticks.some(({ source }) => source === 'simulated') && (
              <Badge intent="gold">{shell('simulated')}</Badge>
            )
          }
        >
          <Ticks signed={signed} />
        </Block>
        <Block title={t('rule')}>
          <RuleWords formula={formula.id} />
          <Folded title={`${t('as_signed')} · ${formula.id}`} className="mt-2">
            <p className="text-muted" lang="en">
              {formula.text}
            </p>
          </Folded>
        </Block>
        <Block title={t('proof')}>
          <Proof signed={signed} />
        </Block>
      </div>
    </div>
  );
}
