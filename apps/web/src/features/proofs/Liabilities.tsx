import { Check, Download, LogIn, X } from 'lucide-react';
import { isIncluded, verifyStatement } from '@karat/evidence';
import type { InclusionProof, SignedStatement, StatementCheck } from '@karat/evidence';
import { useEffect, useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { saveFile } from '../../lib/download.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { withLogin } from '../../lib/navigation.ts';
import { useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  Callout,
  Card,
  CoinIcon,
  cx,
  Empty,
  List,
  ListRow,
  Loaded,
  Num,
  Page,
  RowEnd,
  Select,
} from '../../ui/index.ts';
import { Checks } from './Checks.tsx';
import { publishedKeys } from './evidence.ts';
import { Headline, verdictOf } from './Headline.tsx';
import { proofsText } from './text.ts';

type OwnProof = AllReplies['proofs/liability_proof'];

/** Days whose balances can be checked, a page of statements. */
const DAYS = 30;

/** Checks of a statement with the published keys, in this browser; undefined until they are done. */
function useStatementChecks(signed: SignedStatement): readonly StatementCheck[] | undefined {
  const [checks, setChecks] = useState<readonly StatementCheck[]>();
  useEffect(() => {
    let live = true;
    const run = async (): Promise<void> => {
      const keysOf = await publishedKeys();
      const done = await verifyStatement(signed, keysOf('liabilities'));
      if (live) setChecks(done);
    };
    void run();
    return () => {
      live = false;
    };
  }, [signed]);
  return checks;
}

function save(proof: OwnProof): void {
  const file = new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' });
  saveFile(file, `liabilities-${proof.statement.day}.json`);
}

/** One of the user's balances, and whether it is part of the total. */
function OwnRow({ balance, isPart }: { readonly balance: InclusionProof; readonly isPart: boolean }) {
  const t = useText(proofsText);
  const Icon = isPart ? Check : X;
  return (
    <ListRow
      icon={<CoinIcon name={balance.currency} />}
      title={balance.currency}
      hint={t('l_steps', { count: balance.path.length })}
      end={
        <span className="ms-auto flex items-center gap-3">
          <Num value={balance.amount} className="text-base font-medium" />
          <span
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full',
              isPart ? 'bg-good-soft text-good-ink' : 'bg-bad-soft text-bad-ink',
            )}
          >
            <Icon className="size-4" aria-label={t(isPart ? 'l_part' : 'l_no_part')} role="img" />
          </span>
        </span>
      }
    />
  );
}

/**
 * The user's balances, each checked in this browser against the published statement, not the one that came with them, and
 * for the account of the session: the exchange could show the leaf of another user with the same balance.
 */
function Own({
  proof,
  uid,
  signed: { statement },
  checks,
}: {
  readonly proof: OwnProof;
  readonly uid: number;
  readonly signed: SignedStatement;
  /** Undefined until they are done. */
  readonly checks: readonly StatementCheck[] | undefined;
}) {
  const t = useText(proofsText);
  const locale = useLocale();
  if (proof.balances.length === 0) return <Callout>{t('l_nothing')}</Callout>;
  const rows = proof.balances.map((balance) => ({
    balance,
    isPart: proof.uid === uid && isIncluded(statement, uid, balance),
  }));
  const isWhole = rows.every(({ isPart }) => isPart);
  const verdict = isWhole ? checks && verdictOf(checks.map(({ state }) => state)) : 'bad';
  const texts = { good: 'l_included', partly: 'partly', bad: isWhole ? 'l_bad' : 'l_missing' } as const;
  return (
    <>
      {verdict && <Headline verdict={verdict} text={t(texts[verdict])} />}
      <Card className="p-4">
        <h2 className="text-sm text-muted">{t('l_own', { time: formatTime(statement.at, locale) })}</h2>
        <List>
          {rows.map((row) => (
            <OwnRow key={row.balance.currency} {...row} />
          ))}
        </List>
        <p className="mt-2 text-sm text-muted">{t('l_compare')}</p>
        <Button variant="plain" wide className="mt-3" onClick={() => save(proof)}>
          <Download className="size-5" aria-hidden="true" />
          {t('l_save')}
        </Button>
      </Card>
    </>
  );
}

/** What all users hold, with the checks of the statement. */
function Statement({
  signed,
  checks,
}: {
  readonly signed: SignedStatement;
  readonly checks: readonly StatementCheck[] | undefined;
}) {
  const t = useText(proofsText);
  const locale = useLocale();
  const { statement } = signed;
  const numbers = [
    [t('f_number'), signed.hash],
    [t('l_previous'), statement.previous],
    [t('f_key'), signed.public_key],
    ...statement.currencies.map(({ currency, root }) => [t('l_root', { currency }), root] as const),
  ] as const;
  return (
    <>
      <Card className="p-4">
        <h2 className="text-sm text-muted">{t('l_all', { time: formatTime(statement.at, locale) })}</h2>
        <List>
          {statement.currencies.map(({ currency, holders, total }) => (
            <ListRow
              key={currency}
              icon={<CoinIcon name={currency} />}
              title={currency}
              end={
                <RowEnd hint={t('l_holders', { count: holders })}>
                  <Num value={total} />
                </RowEnd>
              }
            />
          ))}
        </List>
      </Card>
      <Card className="flex flex-col gap-3 p-4">
        <h2 className="text-sm text-muted">{t('checked')}</h2>
        {checks && <Checks checks={checks} />}
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-base">{t('l_numbers')}</summary>
          <dl className="flex flex-col gap-2">
            {numbers.map(([name, value]) => (
              <div key={name}>
                <dt className="text-base">{name}</dt>
                <dd className="text-xs break-all text-muted">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </Card>
    </>
  );
}

function Day({ signed }: { readonly signed: SignedStatement }) {
  const t = useText(proofsText);
  const shell = useText(shellText);
  const loggedIn = useSession((state) => state.token !== null);
  const own = useGet('proofs/liability_proof', { date: signed.statement.day }, { enabled: loggedIn });
  const me = useGet('user/info', {}, { enabled: loggedIn });
  const checks = useStatementChecks(signed);
  return (
    <div className="grid gap-3 wide:grid-cols-2 wide:items-start">
      <div className="flex flex-col gap-3">
        {loggedIn ? (
          <Loaded query={me}>
            {({ uid }) => (
              <Loaded query={own}>
                {(proof) => <Own proof={proof} uid={uid} signed={signed} checks={checks} />}
              </Loaded>
            )}
          </Loaded>
        ) : (
          <Empty
            icon={<LogIn />}
            text={t('l_login')}
            action={<Button onClick={() => withLogin(() => undefined)}>{shell('login')}</Button>}
          />
        )}
        <Callout>{t('l_reserves')}</Callout>
      </div>
      <div className="flex flex-col gap-3">
        <Statement signed={signed} checks={checks} />
      </div>
    </div>
  );
}

/** What the exchange owes to all users, by day, with a proof of the own balances. */
export default function Liabilities() {
  const t = useText(proofsText);
  const locale = useLocale();
  const [chosen, setChosen] = useState<string>();
  const list = useGet('proofs/liabilities', { limit: DAYS });
  return (
    <Page title={t('liabilities')}>
      <Loaded
        query={list}
        isEmpty={({ data }) => data.length === 0}
        empty={<Empty text={t('l_none')} next="back" />}
      >
        {({ data }) => {
          const signed = data.find(({ statement }) => statement.day === chosen) ?? data[0];
          return (
            signed && (
              <div className="flex flex-col gap-3 py-2 wide:mx-auto wide:max-w-5xl">
                <p className="text-sm text-muted">{t('l_lead')}</p>
                <Select
                  label={t('l_day')}
                  options={data.map(({ statement }) => ({
                    id: statement.day,
                    label: formatDate(statement.at, locale),
                  }))}
                  value={signed.statement.day}
                  onChange={setChosen}
                />
                <Day key={signed.hash} signed={signed} />
              </div>
            )
          );
        }}
      </Loaded>
    </Page>
  );
}
