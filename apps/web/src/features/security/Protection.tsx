import { DAY_MS } from '@karat/rules';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { invalidate, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Choice, Form, Loaded, Callout, Page } from '../../ui/index.ts';
import { ConfirmSheet, useConfirmation } from '../../ui/confirm/index.ts';
import { securityText } from './text.ts';

type State = ReplyOf<'safe/protection'>;

const DEFAULT_DAYS = 3;

function useLock(days: number, end: number) {
  const t = useText(securityText);
  const locale = useLocale();
  const confirmation = useConfirmation();
  const lock = async (): Promise<void> => {
    const reply = await confirmation.ask({
      title: t('protection'),
      lines: [[t('protection_end'), formatTime(end, locale)]],
      run: (given, key) => api.post('safe/protection/set', { days, ...given }, { quiet: true, key }),
    });
    if (reply === undefined) return;
    void invalidate('safe/protection', 'wallet/get_info');
    toast(t('protection_done'), 'good');
  };
  return { confirmation, lock };
}

function LockForm({ state }: { readonly state: State }) {
  const t = useText(securityText);
  const locale = useLocale();
  const now = useNow();
  const until = state.until_ms !== null && state.until_ms > now ? state.until_ms : null;
  const lengths = Array.from({ length: state.days_max }, (_, at) => at + 1).filter(
    (days) => until === null || now + days * DAY_MS > until,
  );
  const [wanted, setWanted] = useState(DEFAULT_DAYS);
  const days = lengths.includes(wanted) ? wanted : lengths[0];
  const { confirmation, lock } = useLock(days ?? 0, now + (days ?? 0) * DAY_MS);
  return (
    <>
      <Form onSubmit={() => void lock()} className="gap-4">
        <p className="text-base text-muted">{t('protection_intro', { days: state.days_max })}</p>
        {until !== null && (
          <Callout intent="wait" icon={<LockKeyhole />}>
            {t('protection_on', { time: formatTime(until, locale) })}
          </Callout>
        )}
        {days !== undefined && (
          <>
            <Choice
              label={t('protection_length')}
              options={lengths.map((each) => ({
                id: String(each),
                label: t('days', { n: each }),
                hint: formatTime(now + each * DAY_MS, locale),
              }))}
              value={String(days)}
              onChange={(id) => setWanted(Number(id))}
            />
            <Button type="submit" size="lg" wide>
              {until === null ? t('protection_lock') : t('protection_extend')}
            </Button>
          </>
        )}
      </Form>
      <ConfirmSheet open={confirmation.open} />
    </>
  );
}

/** Locks withdrawals for some days; nobody can lift the lock early. */
export default function Protection() {
  const t = useText(securityText);
  const state = useGet('safe/protection', {}, { freshMs: 0 });
  return (
    <Page title={t('protection')} back="/pages/setting/security">
      <Loaded query={state}>{(data) => <LockForm state={data} />}</Loaded>
    </Page>
  );
}
