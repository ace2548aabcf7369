import { BadgePercent } from 'lucide-react';
import { useState } from 'react';
import { amount, format, minus } from '@karat/money';
import type { RowOf } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useAction, usePages } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Badge,
  Button,
  Dialog,
  Empty,
  Field,
  Form,
  List,
  ListRow,
  LoadedPages,
  Page,
} from '../../ui/index.ts';
import { Boost } from './Boost.tsx';
import { growthText } from './text.ts';

type Coupon = RowOf<'coupon/list'>;

const TITLES = { fee: 'coupon_title', yield: 'coupon_yield_title', trial: 'coupon_trial_title' } as const;
const INTENTS = { open: 'info', active: 'good', used: 'plain', expired: 'plain' } as const;

/** Enters the code of a campaign. */
function Redeem() {
  const t = useText(growthText);
  const { at, check, action, error } = useFormState({ code: '' }, {});
  const code = at('code');
  const redeem = useAction('coupon/redeem', {
    ...action,
    invalidates: ['coupon/list'],
    onDone: () => {
      code.onValue('');
      toast(t('coupon_redeemed'), 'good');
    },
  });
  return (
    <Form
      onSubmit={() => {
        check();
        redeem.mutate({ code: code.value });
      }}
    >
      <Field
        label={t('coupon_code')}
        value={code.value}
        onValue={code.onValue}
        error={error ?? code.errorFor(null)}
        autoComplete="off"
      />
      <Button type="submit" wide disabled={code.value.trim() === ''} busy={redeem.isPending}>
        {t('coupon_redeem')}
      </Button>
    </Form>
  );
}

function CouponRow({ coupon, onUse }: { readonly coupon: Coupon; readonly onUse: () => void }) {
  const t = useText(growthText);
  const locale = useLocale();
  const full = (text: string): string => formatNumber(text, { kind: 'full' }, locale);
  const left = format(minus(amount(coupon.face), amount(coupon.returned)));
  return (
    <ListRow
      title={t(TITLES[coupon.kind], { percent: full(coupon.percent), face: full(coupon.face) })}
      hint={
        coupon.trial
          ? t('coupon_trial_hint', {
              multiple: coupon.trial.multiple_max,
              hours: coupon.trial.hold_hours,
            })
          : coupon.state === 'active'
            ? t('coupon_left', { left: full(left) })
            : t('coupon_face', { face: full(coupon.face) })
      }
      meta={t('coupon_until', { date: formatDate(coupon.expires_ms, locale) })}
      end={
        coupon.state === 'open' ? (
          <Button size="sm" onClick={onUse}>
            {t('coupon_use')}
          </Button>
        ) : (
          <Badge intent={INTENTS[coupon.state]}>{t(`coupon_state_${coupon.state}`)}</Badge>
        )
      }
    />
  );
}

/** Asks before a coupon is used, once and for good. */
function Use({ coupon, close }: { readonly coupon: Coupon; readonly close: () => void }) {
  const t = useText(growthText);
  const locale = useLocale();
  const refusal = useRefusal();
  const use = useAction('coupon/use', {
    ...refusal.action,
    invalidates: ['coupon/list'],
    onDone: () => {
      close();
      toast(t('coupon_activated'), 'good');
    },
  });
  const full = (text: string): string => formatNumber(text, { kind: 'full' }, locale);
  return (
    <Dialog
      open
      onClose={close}
      title={t('coupon_ask')}
      confirm={t('coupon_use')}
      busy={use.isPending}
      error={refusal.text}
      onConfirm={() => use.mutate({ id: coupon.id })}
    >
      {t('coupon_ask_text', {
        percent: full(coupon.percent),
        face: full(coupon.face),
        date: formatDate(coupon.expires_ms, locale),
      })}
    </Dialog>
  );
}

/** Says what a coupon for trial margin brings, and leads to the ticket where it is used. */
function Trade({ coupon, close }: { readonly coupon: Coupon; readonly close: () => void }) {
  const t = useText(growthText);
  const locale = useLocale();
  const id = coupon.trial?.markets?.[0];
  return (
    <Dialog
      open
      onClose={close}
      title={t('coupon_trial_ask')}
      confirm={t('coupon_trial_go')}
      onConfirm={() => go.push('/pages/transaction/contract', id === undefined ? {} : { id })}
    >
      {t('coupon_trial_text', {
        face: formatNumber(coupon.face, { kind: 'full' }, locale),
        multiple: coupon.trial?.multiple_max ?? 1,
        hours: coupon.trial?.hold_hours ?? 1,
        date: formatDate(coupon.expires_ms, locale),
      })}
    </Dialog>
  );
}

/** Own coupons: those that can be used first, and the field for codes. */
export default function Coupons() {
  const t = useText(growthText);
  const coupons = usePages('get', 'coupon/list', {});
  const [asked, setAsked] = useState<Coupon | null>(null);
  return (
    <Page title={t('coupons')} back="/pages/setting/setting">
      <div className="flex flex-col gap-5">
        <Redeem />
        <LoadedPages
          query={coupons}
          empty={<Empty icon={<BadgePercent />} text={t('coupon_none')} next="home" />}
        >
          {(rows) => (
            <List ground="card">
              {rows.map((coupon) => (
                <CouponRow key={coupon.id} coupon={coupon} onUse={() => setAsked(coupon)} />
              ))}
            </List>
          )}
        </LoadedPages>
        <p className="px-1 text-sm text-muted settles">{t('coupon_rules')}</p>
      </div>
      {asked?.kind === 'fee' && <Use coupon={asked} close={() => setAsked(null)} />}
      {asked?.kind === 'trial' && <Trade coupon={asked} close={() => setAsked(null)} />}
      {asked?.kind === 'yield' && <Boost coupon={asked} close={() => setAsked(null)} />}
    </Page>
  );
}
