import { parse } from '@karat/money';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf, SentTo } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Card, Empty, Field, Go, Loaded, Num, Page, Tabs } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

type Known = ReplyOf<'follow/my'>['data'][number] | undefined;

const isAmount = (text: string): boolean => {
  const value = parse(text);
  return value !== undefined && value > 0n;
};
const given = (text: string): boolean => text.trim() !== '';

/** What the form has, as typed. */
interface Typed {
  readonly type: '1' | '2';
  readonly number: string;
  readonly order_cap: string;
  readonly total_cap: string;
  readonly slippage: string;
  readonly stop_loss: string;
}
type Entry = Exclude<keyof Typed, 'type'>;

const typedOf = (known: Known): Typed => ({
  type: known?.type === 2 ? '2' : '1',
  number: known?.number ?? '1',
  order_cap: known?.order_cap ?? '',
  total_cap: known?.total_cap ?? '',
  slippage: known?.slippage ?? '0.5',
  stop_loss: known?.stop_loss ?? '',
});

const LIMITS = ['order_cap', 'total_cap', 'stop_loss'] as const;

const sentOf = (trader: number, typed: Typed): SentTo<'follow/follow'> => ({
  trader_user_id: trader,
  type: Number(typed.type),
  number: typed.number,
  slippage: typed.slippage,
  // An empty field counts as no limit.
  order_cap: typed.order_cap,
  total_cap: typed.total_cap,
  stop_loss: typed.stop_loss,
});

/** One number of the form. */
function Entered({
  entry,
  typed,
  onTyped,
  label,
  unit,
  hint,
}: {
  readonly entry: Entry;
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly label: string;
  readonly unit?: string;
  readonly hint?: string;
}) {
  const t = useText(copytradeText);
  const value = typed[entry];
  const optional = entry !== 'number' && entry !== 'slippage';
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      label={label}
      value={value}
      onValue={(text) => onTyped({ ...typed, [entry]: text })}
      error={given(value) && !isAmount(value) ? t('wrong_amount') : null}
      {...(hint === undefined ? {} : { hint })}
      {...(optional ? { placeholder: t('none') } : {})}
      {...(unit === undefined ? {} : { suffix: <span className="pe-4 text-base text-muted">{unit}</span> })}
    />
  );
}

function Form({
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
  const [typed, setTyped] = useState(() => typedOf(known));
  const follow = useAction('follow/follow', {
    outdates: ['follow/my', 'follow/traderDetail', 'follow/index'],
    onDone: () => {
      toast(t('followed', { name }));
      go.back();
    },
  });
  const ready =
    isAmount(typed.number) &&
    isAmount(typed.slippage) &&
    LIMITS.every((entry) => !given(typed[entry]) || isAmount(typed[entry]));
  const multiple = typed.type === '1';
  const common = { typed, onTyped: setTyped };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) follow.mutate(sentOf(trader, typed));
      }}
    >
      <Tabs
        label={t('how')}
        look="block"
        items={[
          { id: '1', label: t('by_multiple') },
          { id: '2', label: t('by_lots') },
        ]}
        value={typed.type}
        onChange={(type) => setTyped({ ...typed, type })}
      />
      <Entered
        {...common}
        entry="number"
        label={t(multiple ? 'multiple' : 'lots')}
        hint={t(multiple ? 'multiple_hint' : 'lots_hint')}
      />
      <Entered {...common} entry="order_cap" label={t('order_cap')} unit="USDT" />
      <Entered {...common} entry="total_cap" label={t('total_cap')} unit="USDT" />
      <Entered {...common} entry="slippage" label={t('slippage')} unit="%" />
      <Entered {...common} entry="stop_loss" label={t('stop_loss')} unit="USDT" hint={t('stop_loss_hint')} />
      <p className="text-sm text-muted">{t('follow_risk')}</p>
      <Go
        to={lang === 'zh' || lang === 'hk' ? '/pages/follow/agreement_zh' : '/pages/follow/agreement_en'}
        className="text-sm text-gold-ink underline"
      >
        {t('agreement')}
      </Go>
      <Button type="submit" disabled={!ready} busy={follow.isPending}>
        {t(known?.active ? 'save' : 'follow')}
      </Button>
    </form>
  );
}

/** How to copy a trader: size, limits, stop-loss; what it costs stands above the button. */
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
    <Loaded of={trader}>
      {(shown) => (
        <>
          <Card className="mb-4 flex items-center gap-3 p-4">
            <span className="min-w-0 flex-1 truncate text-lg font-medium">{shown.nickname}</span>
            <span className="text-sm text-muted">
              {t('share')} <Num value={shown.share_ratio} form="percent" />
            </span>
          </Card>
          <Loaded of={mine}>
            {({ data }) => (
              <Form
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
