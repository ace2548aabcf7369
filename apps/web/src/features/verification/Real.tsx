import { VERIFICATION_STATE } from '@karat/contract';
import { BadgeCheck, ChevronRight, Clock3, ListChecks, ShieldAlert } from 'lucide-react';
import { colonOf, formatTime } from '../../lib/format.ts';
import { useParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Card, LinkButton, LinkCell, Loaded, Page, Rows } from '../../ui/index.ts';
import { DataForm } from './DataForm.tsx';
import { PhotoForm } from './PhotoForm.tsx';
import { StepBadge } from './StepBadge.tsx';
import type { RealState, Step } from './StepBadge.tsx';
import { verificationText } from './text.ts';

function Head({ level }: { readonly level: RealState['level'] }) {
  const t = useText(verificationText);
  return (
    <Card className="flex items-center gap-4 p-5">
      <span
        className="grid size-14 shrink-0 place-items-center rounded-full bg-gold-soft text-gold-ink [&_svg]:size-7"
        aria-hidden="true"
      >
        <BadgeCheck />
      </span>
      <span className="min-w-0">
        <span className="block text-sm text-muted">{t('level_now')}</span>
        <span className="block text-xl font-semibold">
          {level === 0 ? t('level_none') : t('level', { level })}
        </span>
      </span>
    </Card>
  );
}

/** Contacts that must be linked first, with links. */
function Missing({ missing }: { readonly missing: RealState['missing'] }) {
  const t = useText(verificationText);
  if (missing.length === 0) return null;
  return (
    <Card className="p-4">
      <div className="flex gap-3">
        <ShieldAlert className="size-6 shrink-0 text-gold-ink" aria-hidden="true" />
        <div>
          <h2 className="text-lg font-semibold">{t('bind_title')}</h2>
          <p className="mt-1 text-sm text-muted">{t('bind_text')}</p>
        </div>
      </div>
      {missing.map((receiver) => (
        <LinkButton
          key={receiver}
          wide
          to="/pages/setting/binding"
          search={{ kind: receiver }}
          className="mt-4"
        >
          {receiver === 'email' ? t('bind_email') : t('bind_phone')}
        </LinkButton>
      ))}
    </Card>
  );
}

/** Submitted data, as far as the user needs to see it again. */
function SentFacts({ step }: { readonly step: Step }) {
  const t = useText(verificationText);
  const locale = useLocale();
  if (step.sent_ms === null) return null;
  return (
    <dl className="mt-3 flex flex-col gap-1 text-sm text-muted">
      {step.name !== null && step.id_type !== null && (
        <div className="flex justify-between gap-4">
          <dt>{t(`id_${step.id_type}`)}</dt>
          <dd className="min-w-0 text-end text-ink">
            {step.name} · <span className="tnum">{step.card_id}</span>
          </dd>
        </div>
      )}
      <div>{t('sent', { time: formatTime(step.sent_ms, locale) })}</div>
    </dl>
  );
}

function Action({ step, open }: { readonly step: Step; readonly open: boolean }) {
  const t = useText(verificationText);
  if (step.state === VERIFICATION_STATE.underAudit) {
    return (
      <p className="mt-3 flex gap-2 text-sm text-muted">
        <Clock3 className="size-5 shrink-0" aria-hidden="true" />
        {t('waiting')}
      </p>
    );
  }
  if (step.state === VERIFICATION_STATE.verified) return null;
  if (!open) return step.level === 2 && <p className="mt-3 text-sm text-muted">{t('after_first')}</p>;
  return (
    <LinkButton
      wide
      to="/pages/setting/real"
      search={{ step: step.level }}
      className="mt-4"
      aria-label={`${t(step.state === VERIFICATION_STATE.failed ? 'again' : 'start')}: ${t(`step_${step.level}`)}`}
    >
      {t(step.state === VERIFICATION_STATE.failed ? 'again' : 'start')}
      <ChevronRight className="size-5" aria-hidden="true" />
    </LinkButton>
  );
}

function StepCard({ step, open }: { readonly step: Step; readonly open: boolean }) {
  const t = useText(verificationText);
  const locale = useLocale();
  return (
    <Card className="p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <h2 className="min-w-min flex-1 text-lg font-semibold">{t(`step_${step.level}`)}</h2>
        <StepBadge state={step.state} />
      </div>
      <p className="mt-1 text-sm text-muted">{t(`step_${step.level}_text`)}</p>
      {step.state === VERIFICATION_STATE.failed && (
        <p role="status" className="mt-3 rounded-md bg-bad-soft p-3 text-sm text-bad-ink">
          <span className="font-semibold">
            {t('why')}
            {colonOf(locale)}
          </span>
          {step.reason} {step.note}
        </p>
      )}
      <SentFacts step={step} />
      <Action step={step} open={open} />
    </Card>
  );
}

function Overview({ real }: { readonly real: RealState }) {
  const t = useText(verificationText);
  const bound = real.missing.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <Head level={real.level} />
      {real.level < 2 && <Missing missing={real.missing} />}
      {real.steps.map((step) => (
        <StepCard key={step.level} step={step} open={bound && real.level >= step.level - 1} />
      ))}
      <Rows>
        <LinkCell to="/pages/setting/real_mark" icon={<ListChecks />} label={t('levels')} />
      </Rows>
    </div>
  );
}

/** Verification state, the next step, and the form of the selected level. */
export default function Real() {
  const t = useText(verificationText);
  const chosen = useParam('step');
  const real = useGet('real/state', {});
  const form = real.data?.steps.find(
    ({ level, state }) =>
      String(level) === chosen &&
      state !== VERIFICATION_STATE.underAudit &&
      state !== VERIFICATION_STATE.verified,
  );
  if (form && real.data?.missing.length === 0) {
    return (
      <Page title={t(`step_${form.level}`)} back="/pages/setting/real">
        {form.level === 1 ? <DataForm /> : <PhotoForm />}
      </Page>
    );
  }
  return (
    <Page title={t('title')} back="/pages/setting/security">
      <Loaded query={real}>{(state) => <Overview real={state} />}</Loaded>
    </Page>
  );
}
