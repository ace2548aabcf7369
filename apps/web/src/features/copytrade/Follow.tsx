import { UserX } from 'lucide-react';
import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  AmountField,
  Button,
  Card,
  Empty,
  Form,
  Link,
  Loaded,
  Num,
  Page,
  Tabs,
  FormError,
} from '../../ui/index.ts';
import { followForm, isLimit, isReady, isWrong, sentForm } from './follow-form.ts';
import type { Entry, FollowForm, Known } from './follow-form.ts';
import { copytradeText } from './text.ts';

/** A number field of the form. */
function NumberEntry({
  entry,
  form,
  onForm,
  label,
  unit,
  hint,
}: {
  readonly entry: Entry;
  readonly form: FollowForm;
  readonly onForm: (form: FollowForm) => void;
  readonly label: string;
  readonly unit?: string;
  readonly hint?: string;
}) {
  const t = useText(copytradeText);
  return (
    <AmountField
      label={label}
      value={form[entry]}
      onValue={(text) => onForm({ ...form, [entry]: text })}
      error={isWrong(form[entry]) ? t('wrong_amount') : null}
      hint={hint}
      placeholder={isLimit(entry) ? t('none') : ''}
      unit={unit}
    />
  );
}

function Settings({
  trader,
  name,
  known,
}: {
  readonly trader: number;
  readonly name: string;
  readonly known: Known;
}) {
  const t = useText(copytradeText);
  const lang = usePreferences((state) => state.language);
  const [form, setForm] = useState(() => followForm(known));
  const refusal = useRefusal();
  const follow = useAction('follow/follow', {
    ...refusal.action,
    invalidates: ['follow/my', 'follow/traderDetail', 'follow/index'],
    onDone: () => toast(t('followed', { name })),
    onSuccessNavigate: () => go.back('/pages/copytrade/copy'),
  });
  const ready = isReady(form);
  const multiple = form.type === '1';
  const change = (changed: FollowForm): void => {
    refusal.forget();
    setForm(changed);
  };
  const common = { form, onForm: change };
  return (
    <Form className="gap-4" onSubmit={() => ready && follow.mutate(sentForm(trader, form))}>
      <Tabs
        label={t('how')}
        variant="block"
        items={[
          { id: '1', label: t('by_multiple') },
          { id: '2', label: t('by_lots') },
        ]}
        value={form.type}
        onChange={(type) => change({ ...form, type })}
      />
      <NumberEntry
        {...common}
        entry="number"
        label={t(multiple ? 'multiple' : 'lots')}
        hint={t(multiple ? 'multiple_hint' : 'lots_hint')}
      />
      <NumberEntry {...common} entry="order_cap" label={t('order_cap')} unit="USDT" />
      <NumberEntry {...common} entry="total_cap" label={t('total_cap')} unit="USDT" />
      <NumberEntry {...common} entry="slippage" label={t('slippage')} unit="%" />
      <NumberEntry
        {...common}
        entry="stop_loss"
        label={t('stop_loss')}
        unit="USDT"
        hint={t('stop_loss_hint')}
      />
      <p className="text-sm text-muted">{t('follow_risk')}</p>
      <Link
        to={lang === 'zh' || lang === 'hk' ? '/pages/follow/agreement_zh' : '/pages/follow/agreement_en'}
        className="text-sm text-gold-ink underline"
      >
        {t('agreement')}
      </Link>
      <FormError text={refusal.text} />
      <Button type="submit" disabled={!ready} busy={follow.isPending}>
        {t(known?.active ? 'save' : 'follow')}
      </Button>
    </Form>
  );
}

/** Settings of copying a trader: size, limits, stop-loss; the costs stand above the button. */
export default function Follow() {
  const t = useText(copytradeText);
  const id = useIdParam('id');
  return (
    <Page title={t('settings')}>
      {id === undefined ? <Empty icon={<UserX />} text={t('no_traders')} /> : <OfTrader id={id} />}
    </Page>
  );
}

function OfTrader({ id }: { readonly id: number }) {
  const t = useText(copytradeText);
  const trader = useGet('follow/traderDetail', { trader_user_id: id });
  const mine = useGet('follow/my', { limit: 100 });
  return (
    <Loaded query={trader}>
      {(shown) => (
        <>
          <Card className="mb-4 flex items-center gap-3 p-4">
            <span className="min-w-0 flex-1 truncate text-lg font-medium">{shown.nickname}</span>
            <span className="text-sm text-muted">
              {t('share')} <Num value={shown.share_ratio} form="percent" />
            </span>
          </Card>
          <Loaded query={mine}>
            {({ data }) => (
              <Settings
                trader={shown.id}
                name={shown.nickname}
                known={data.find((row) => row.trader_user_id === shown.id && row.active)}
              />
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}
