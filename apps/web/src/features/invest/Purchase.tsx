import { amount, format, mulDown, rate } from '@karat/money';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatDate, formatNumber, formatTime } from '../../lib/format.ts';
import { go, withLogin } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import type { QuestionDialog } from '../../lib/question.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Button,
  Callout,
  Card,
  Dialog,
  Fact,
  Field,
  Form,
  LinkIcon,
  Loaded,
  Missing,
  Num,
  Page,
} from '../../ui/index.ts';
import { PayoffChart } from './PayoffChart.tsx';
import { sharesOf } from './payoff.ts';
import { Direction, SaleBadge, TimeLeft } from './ProductCard.tsx';
import type { Product } from './ProductCard.tsx';
import { investText } from './text.ts';

type Preview = ReplyOf<'dual/preview'>;

function Terms({ product }: { readonly product: Product }) {
  const t = useText(investText);
  const locale = useLocale();
  return (
    <Card className="p-4">
      <div className="mb-3 flex items-center gap-2 text-lg">
        <Direction type={product.type} coin={product.currency_name} />
        <span className="flex-1" />
        <SaleBadge status={product.status} />
      </div>
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('apr')}>
          <Num value={product.apr} form="percent" className="font-semibold text-up-ink" />
        </Fact>
        <Fact name={t('linked_price')}>
          <Num value={product.linked_price} unit={product.legal_name} />
        </Fact>
        <Fact name={t('maturity')}>
          {formatTime(product.maturity_ms, locale)} · {t('days', { count: product.days })}
        </Fact>
        <Fact name={t('share_price')}>
          <Num value={product.price} unit={product.pay_currency_name} />
        </Fact>
        {product.status === 'open' && (
          <Fact name={t('sale_ends')}>
            <TimeLeft until={product.end_ms} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** Both outcomes in numbers, side by side. */
function Outcomes({ product, preview }: { readonly product: Product; readonly preview: Preview }) {
  const t = useText(investText);
  const locale = useLocale();
  const strike = formatNumber(preview.linked_price, { kind: 'full' }, locale);
  const boxes = [
    { name: t('below', { price: strike }), value: preview.coin_payout, unit: product.currency_name },
    { name: t('at_or_above', { price: strike }), value: preview.legal_payout, unit: product.legal_name },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3">
      {boxes.map(({ name, value, unit }) => (
        <div key={unit} className="min-w-0 rounded-lg bg-surface p-3">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-1 text-base font-semibold wrap-anywhere">
            <Num value={value} unit={unit} className="whitespace-normal" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The worst case in words: the payout comes in the currency that is worth less. */
function WorstCase({ product, preview }: { readonly product: Product; readonly preview: Preview }) {
  const t = useText(investText);
  const locale = useLocale();
  const shown = (text: string): string => formatNumber(text, { kind: 'full' }, locale);
  return (
    <>
      {t(`worst_${product.type}`, {
        coin: product.currency_name,
        quote: product.legal_name,
        coin_payout: shown(preview.coin_payout),
        quote_payout: shown(preview.legal_payout),
        break_even: formatNumber(preview.break_even, { kind: 'fixed', decimals: 2 }, locale),
      })}
    </>
  );
}

function Confirmation({
  product,
  preview,
  dialog,
  busy,
  onConfirm,
}: {
  readonly product: Product;
  readonly preview: Preview;
  readonly busy: boolean;
  readonly dialog: QuestionDialog;
  readonly onConfirm: () => void;
}) {
  const t = useText(investText);
  const locale = useLocale();
  return (
    <Dialog {...dialog} title={t('confirm_title')} confirm={t('buy')} busy={busy} onConfirm={onConfirm}>
      <dl className="flex flex-col gap-2 text-base text-ink">
        <Fact name={t('you_pay')}>
          <Num value={preview.amount} unit={preview.pay_currency_name} />
        </Fact>
        <Fact name={t('maturity')}>{formatDate(product.maturity_ms, locale)}</Fact>
        <Fact name={t('if_below')}>
          <Num value={preview.coin_payout} unit={product.currency_name} />
        </Fact>
        <Fact name={t('if_not_below')}>
          <Num value={preview.legal_payout} unit={product.legal_name} />
        </Fact>
      </dl>
      <p className="mt-3 text-sm">
        <WorstCase product={product} preview={preview} /> {t('no_cancel')}
      </p>
    </Dialog>
  );
}

/** Shares that can be bought: what remains, the limit of the user, and what the balance pays. */
function maxShares(product: Product, available: string | null): number {
  const within = Math.min(product.remain_share, Math.max(0, product.user_max - product.bought));
  if (available === null) return within;
  const affordable = amount(available) / amount(product.price);
  return affordable < BigInt(within) ? Number(affordable) : within;
}

function problemOf(text: string, shares: number | undefined, max: number): 'whole' | 'too_many' | null {
  if (text === '') return null;
  if (shares === undefined) return 'whole';
  return shares > max ? 'too_many' : null;
}

/** The number of shares, with what they cost and the largest possible number. */
function SharesField({
  product,
  preview,
  text,
  onText,
  max,
}: {
  readonly product: Product;
  readonly preview: Preview;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly max: number;
}) {
  const t = useText(investText);
  const locale = useLocale();
  const shares = sharesOf(text);
  const problem = problemOf(text, shares, max);
  const total =
    shares === undefined ? undefined : format(mulDown(amount(product.price), rate(String(shares))));
  return (
    <Field
      label={t('shares')}
      value={text}
      onValue={onText}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      error={problem && t(problem, { max: max.toLocaleString(locale) })}
      hint={
        <>
          {t('you_pay')} <Num value={total} unit={product.pay_currency_name} />
          {preview.available !== null && (
            <>
              {' '}
              · {t('available')} <Num value={preview.available} unit={product.pay_currency_name} />
            </>
          )}
        </>
      }
      suffix={
        <button
          type="button"
          onClick={() => onText(String(Math.max(1, max)))}
          className="min-h-11 min-w-11 px-4 font-medium text-gold-ink"
        >
          {t('max')}
        </button>
      }
    />
  );
}

/** Both outcomes, their picture, and the worst case. */
function Estimate({ product, preview }: { readonly product: Product; readonly preview: Preview }) {
  return (
    <>
      <Outcomes product={product} preview={preview} />
      <PayoffChart
        payoff={{
          type: product.type,
          principal: Number(preview.amount),
          strike: Number(preview.linked_price),
          coinPayout: Number(preview.coin_payout),
          quotePayout: Number(preview.legal_payout),
        }}
        strike={preview.linked_price}
        nowPrice={preview.now_price}
      />
      <Callout intent="wait">
        <WorstCase product={product} preview={preview} />
      </Callout>
    </>
  );
}

function PurchaseForm({ product }: { readonly product: Product }) {
  const t = useText(investText);
  const [text, setText] = useState('1');
  const question = useQuestion();
  const shares = sharesOf(text);
  const num = shares !== undefined && shares <= product.user_max ? shares : 1;
  const query = useGet('dual/preview', { id: product.id, num }, { keep: true, everyMs: 30_000 });
  const buying = useAction('dual/buyDual', {
    ...question.action,
    invalidates: ['dual/index', 'dual/detail', 'dual/preview', 'dual/dual_list', ...BALANCES],
    onDone: () => toast(t('bought')),
    onSuccessNavigate: () => go.replace('/pages/invest/mine'),
  });
  const confirm = ({ num: count, days, apr }: Preview): void =>
    buying.mutate({ id: product.id, num: count, days, apr });
  return (
    <Loaded query={query}>
      {(preview) => {
        const max = maxShares(product, preview.available);
        const isReady =
          product.status === 'open' && preview.num === shares && problemOf(text, shares, max) === null;
        return (
          <Form className="gap-4" onSubmit={() => isReady && withLogin(question.ask)}>
            <SharesField product={product} preview={preview} text={text} onText={setText} max={max} />
            <Estimate product={product} preview={preview} />
            <Button type="submit" size="lg" wide disabled={!isReady}>
              {t(product.status === 'open' ? 'buy' : product.status)}
            </Button>
            {question.dialog.open && (
              <Confirmation
                product={product}
                preview={preview}
                busy={buying.isPending}
                dialog={question.dialog}
                onConfirm={() => confirm(preview)}
              />
            )}
          </Form>
        );
      }}
    </Loaded>
  );
}

function OfProduct({ id }: { readonly id: number }) {
  const product = useGet('dual/detail', { id });
  return (
    <Loaded query={product}>
      {(shown) => (
        <div className="flex flex-col gap-4">
          <Terms product={shown} />
          <PurchaseForm product={shown} />
        </div>
      )}
    </Loaded>
  );
}

/** Purchase of a product: shares, both outcomes, the payoff, and a confirmation that names the worst case. */
export default function Purchase() {
  const t = useText(investText);
  const id = useIdParam('id');
  return (
    <Page
      title={t('purchase')}
      back="/pages/invest/invest"
      right={
        <LinkIcon to="/pages/invest/help" label={t('help')}>
          <CircleHelp />
        </LinkIcon>
      }
    >
      {id === undefined ? <Missing /> : <OfProduct id={id} />}
    </Page>
  );
}
