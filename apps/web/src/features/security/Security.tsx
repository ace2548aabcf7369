import {
  Fingerprint,
  History,
  Hourglass,
  IdCard,
  KeyRound,
  Lock,
  LockKeyhole,
  Mail,
  MailWarning,
  MonitorSmartphone,
  ShieldCheck,
  Smartphone,
  Snowflake,
  Terminal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Link, LinkCell, Loaded, Page, Rows } from '../../ui/index.ts';
import { securityText } from './text.ts';

type State = ReplyOf<'safe/state'>;

const FAIR = 55;
const STRONG = 85;
const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;

/** Returns the most effective missing protection. */
function useNext(state: State) {
  const t = useText(securityText);
  const steps = [
    { done: state.pay_password, to: '/pages/setting/payPassword', what: t('pay_password') },
    { done: state.totp, to: '/pages/setting/authenticator', what: t('authenticator') },
    { done: state.email !== null, to: '/pages/setting/binding', kind: 'email', what: t('email') },
    { done: state.phone !== null, to: '/pages/setting/binding', kind: 'phone', what: t('phone') },
    { done: state.passkeys > 0, to: '/pages/setting/passkeys', what: t('passkeys') },
    { done: state.anti_phishing, to: '/pages/setting/antiPhishing', what: t('anti_phishing') },
  ] as const;
  return steps.find(({ done }) => !done);
}

/** Security level: ring, sentence and the next step. */
function Score({ state }: { readonly state: State }) {
  const t = useText(securityText);
  const { score } = state;
  const next = useNext(state);
  const intent = score >= STRONG ? 'text-good-ink' : score >= FAIR ? 'text-gold-ink' : 'text-bad-ink';
  const said = score >= STRONG ? t('score_strong') : score >= FAIR ? t('score_fair') : t('score_weak');
  return (
    <section className="flex items-center gap-5 rounded-lg bg-surface p-5">
      <div className={`relative grid size-20 shrink-0 place-items-center ${intent}`}>
        <svg viewBox="0 0 80 80" className="absolute size-20 -rotate-90" aria-hidden="true">
          <circle cx="40" cy="40" r={RADIUS} fill="none" strokeWidth="7" className="stroke-raised" />
          <circle
            cx="40"
            cy="40"
            r={RADIUS}
            fill="none"
            strokeWidth="7"
            strokeLinecap="round"
            stroke="currentColor"
            strokeDasharray={`${(ROUND * score) / 100} ${ROUND}`}
          />
        </svg>
        {/* As large as the ring at any text size. */}
        <span className="text-[28px] font-semibold tnum">{score}</span>
      </div>
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{t('score')}</h2>
        <p className="text-base text-muted">{said}</p>
        {next && (
          <Link
            to={next.to}
            search={'kind' in next ? { kind: next.kind } : {}}
            className="-mb-2 inline-flex min-h-11 items-center text-base font-semibold text-gold-ink"
          >
            {t('score_next', { what: next.what })}
          </Link>
        )}
      </div>
    </section>
  );
}

/** Why and how long withdrawals are held. */
function Hold({ state }: { readonly state: State }) {
  const t = useText(securityText);
  const locale = useLocale();
  if (state.hold_until_ms === null || state.hold_reason === null) return null;
  return (
    <p className="flex items-start gap-3 rounded-lg bg-gold-soft px-4 py-3 text-sm text-gold-ink">
      <Hourglass className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>
        {t(`reason_${state.hold_reason}`)} {t('hold_note', { time: formatTime(state.hold_until_ms, locale) })}
      </span>
    </p>
  );
}

/** State of withdraw protection. */
function ProtectionCell() {
  const t = useText(securityText);
  const locale = useLocale();
  const { data } = useGet('safe/protection', {}, { freshMs: 0 });
  const until = data?.until_ms ?? null;
  return (
    <LinkCell
      to="/pages/setting/protection"
      icon={<Lock />}
      label={t('protection')}
      hint={until === null ? undefined : t('protection_until', { time: formatTime(until, locale) })}
      value={data && <StateText good={until !== null}>{until === null ? t('is_off') : t('is_on')}</StateText>}
    />
  );
}

const StateText = ({ good, children }: { readonly good: boolean; readonly children: ReactNode }) => (
  <Badge intent={good ? 'good' : 'plain'}>{children}</Badge>
);

function Proofs({ state }: { readonly state: State }) {
  const t = useText(securityText);
  return (
    <Rows title={t('group_proofs')}>
      <LinkCell to="/pages/setting/password" icon={<LockKeyhole />} label={t('login_password')} />
      <LinkCell
        to="/pages/setting/payPassword"
        icon={<KeyRound />}
        label={t('pay_password')}
        value={
          <StateText good={state.pay_password}>{state.pay_password ? t('is_set') : t('not_set')}</StateText>
        }
      />
      <LinkCell
        to="/pages/setting/authenticator"
        icon={<ShieldCheck />}
        label={t('authenticator')}
        value={<StateText good={state.totp}>{state.totp ? t('is_on') : t('is_off')}</StateText>}
      />
      <LinkCell
        to="/pages/setting/passkeys"
        icon={<Fingerprint />}
        label={t('passkeys')}
        value={
          <StateText good={state.passkeys > 0}>
            {state.passkeys > 0 ? state.passkeys : t('not_set')}
          </StateText>
        }
      />
    </Rows>
  );
}

/** A contact, with the time from which it can recover the account. */
function useContactHint(): (contact: string | null, recoversMs: number | null) => string {
  const t = useText(securityText);
  const locale = useLocale();
  return (contact, recoversMs) => {
    if (contact === null) return t('not_bound');
    return recoversMs === null
      ? contact
      : `${contact} · ${t('recovers_from', { time: formatTime(recoversMs, locale) })}`;
  };
}

function Contacts({ state }: { readonly state: State }) {
  const t = useText(securityText);
  const hint = useContactHint();
  return (
    <Rows title={t('group_contacts')}>
      <LinkCell
        to="/pages/setting/binding"
        search={{ kind: 'email' }}
        icon={<Mail />}
        label={t('email')}
        hint={hint(state.email, state.email_recovers_ms)}
      />
      <LinkCell
        to="/pages/setting/binding"
        search={{ kind: 'phone' }}
        icon={<Smartphone />}
        label={t('phone')}
        hint={hint(state.phone, state.phone_recovers_ms)}
      />
      <LinkCell
        to="/pages/setting/antiPhishing"
        icon={<MailWarning />}
        label={t('anti_phishing')}
        value={
          <StateText good={state.anti_phishing}>{state.anti_phishing ? t('is_set') : t('not_set')}</StateText>
        }
      />
    </Rows>
  );
}

/** The account's protections and links to each. */
export default function Security() {
  const t = useText(securityText);
  const state = useGet('safe/state', {});
  return (
    <Page title={t('security')} back="/pages/setting/setting">
      <Loaded query={state}>
        {(found) => (
          <div className="flex flex-col gap-6">
            <Score state={found} />
            <Hold state={found} />
            <Proofs state={found} />
            <Contacts state={found} />
            <Rows title={t('group_account')}>
              <LinkCell to="/pages/setting/real" icon={<IdCard />} label={t('verification')} />
              <LinkCell to="/pages/setting/devices" icon={<MonitorSmartphone />} label={t('devices')} />
              <LinkCell to="/pages/setting/logins" icon={<History />} label={t('history')} />
              <LinkCell
                to="/pages/setting/apiKeys"
                icon={<Terminal />}
                label={t('api_keys')}
                value={found.api_keys > 0 ? found.api_keys : undefined}
              />
              <ProtectionCell />
              <LinkCell to="/pages/setting/freeze" icon={<Snowflake />} label={t('freeze')} />
            </Rows>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
