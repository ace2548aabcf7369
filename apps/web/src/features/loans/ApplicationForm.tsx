import { format } from '@karat/money';
import { Plus, X } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  AmountField,
  Button,
  Callout,
  Card,
  Fact,
  Field,
  Form,
  IconButton,
  Num,
  Picker,
} from '../../ui/index.ts';
import { ConfirmSheet } from '../../ui/confirm/index.ts';
import type { Config, LoanCurrency, LoanEstimate } from './estimate.ts';
import { RiskBar } from './RiskBar.tsx';
import { loansText } from './text.ts';
import { useApplication } from './use-application.ts';

type Application = ReturnType<typeof useApplication>;

const optionsOf = (currencies: readonly LoanCurrency[]) =>
  currencies.map(({ id, name }) => ({ id: String(id), label: name }));

/** The loan: currency, amount, term. */
function LoanFields({ config, form }: { readonly config: Config; readonly form: Application }) {
  const t = useText(loansText);
  const locale = useLocale();
  const { draft, estimate, problem } = form;
  const currency = config.currencies.find(({ id }) => id === draft.currency);
  const name = currency?.name ?? '';
  const shown = (text: string | undefined): string =>
    text === undefined ? '' : formatNumber(text, { kind: 'full' }, locale);
  const limits = {
    min: shown(estimate && format(estimate.limits.min)),
    max: shown(estimate && format(estimate.limits.max)),
    currency: name,
  };
  const maximum = estimate && format(estimate.max);
  const errors = {
    amount: t('amount_range', limits),
    range: t('amount_range', limits),
    leverage: t('over_leverage', { max: shown(maximum), currency: name }),
  };
  const error =
    problem === 'amount' || problem === 'range' || problem === 'leverage' ? errors[problem] : null;
  return (
    <>
      <Picker
        label={t('currency')}
        title={t('currency')}
        options={optionsOf(config.currencies)}
        value={String(draft.currency)}
        onChoose={(id) => form.set({ currency: Number(id), amount: '' })}
      />
      <AmountField
        label={t('amount')}
        value={draft.amount}
        onValue={(amount) => form.set({ amount })}
        unit={name}
        error={error}
        hint={
          <>
            {t('max_loan')} <Num value={maximum} unit={name} />
          </>
        }
        all={{ label: t('max'), take: () => form.set({ amount: maximum ?? '' }) }}
      />
      <Field
        label={t('days')}
        value={draft.days}
        onValue={(days) => form.set({ days })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        error={problem === 'days' ? t('days_range', { min: config.days_min, max: config.days_max }) : null}
        hint={t('days_range', { min: config.days_min, max: config.days_max })}
      />
    </>
  );
}

/** One coin of the collateral. */
function CollateralField({
  config,
  form,
  at,
}: {
  readonly config: Config;
  readonly form: Application;
  readonly at: number;
}) {
  const t = useText(loansText);
  const { draft, problem } = form;
  const line = draft.collateral[at];
  if (!line) return null;
  const used = new Set(draft.collateral.map(({ currency }) => currency));
  const choices = config.currencies.filter(({ id }) => id === line.currency || !used.has(id));
  const currency = config.currencies.find(({ id }) => id === line.currency);
  const available = currency?.available ?? null;
  const error =
    problem === 'collateral' ? t('enter_collateral') : problem === 'balance' ? t('over_balance') : null;
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <Picker
            label={t('collateral')}
            title={t('collateral')}
            options={optionsOf(choices)}
            value={String(line.currency)}
            onChoose={(id) => form.setLine(at, { currency: Number(id), text: '' })}
          />
        </div>
        {draft.collateral.length > 1 && (
          <IconButton label={t('remove')} onClick={() => form.removeLine(at)}>
            <X />
          </IconButton>
        )}
      </div>
      <AmountField
        label={t('collateral_amount', { coin: currency?.name ?? '' })}
        value={line.text}
        onValue={(text) => form.setLine(at, { text })}
        unit={currency?.name}
        error={error}
        {...(available === null
          ? {}
          : {
              hint: (
                <>
                  {t('available')} <Num value={available} unit={currency?.name} />
                </>
              ),
              all: { label: t('max'), take: () => form.setLine(at, { text: available }) },
            })}
      />
    </div>
  );
}

function Collateral({ config, form }: { readonly config: Config; readonly form: Application }) {
  const t = useText(loansText);
  const { collateral } = form.draft;
  const unused = config.currencies.find(({ id }) => collateral.every(({ currency }) => currency !== id));
  return (
    <>
      {collateral.map(({ currency }, at) => (
        <CollateralField key={currency} config={config} form={form} at={at} />
      ))}
      {unused && (
        <Button variant="quiet" onClick={() => form.addLine(unused.id)}>
          <Plus className="size-5" aria-hidden="true" /> {t('add_coin')}
        </Button>
      )}
    </>
  );
}

/** What the loan costs and when it is liquidated. */
function Estimate({
  config,
  estimate,
  currency,
}: {
  readonly config: Config;
  readonly estimate: LoanEstimate;
  readonly currency: LoanCurrency;
}) {
  const t = useText(loansText);
  const { terms } = estimate;
  if (!terms || !estimate.isWithinLeverage) return null;
  const nameOf = (id: number): string => config.currencies.find((each) => each.id === id)?.name ?? '';
  return (
    <>
      <RiskBar
        rate={terms.riskRate === undefined ? null : format(terms.riskRate)}
        call={config.call_percent}
        liquidation={config.liquidation_percent}
      />
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('interest_day')}>
          <Num value={format(terms.interestDay)} unit={currency.name} />
        </Fact>
        <Fact name={t('interest_term')}>
          <Num value={format(terms.interestTerm)} unit={currency.name} />
        </Fact>
        <Fact name={t('due_total')} className="font-semibold">
          <Num value={format(terms.dueTotal)} unit={currency.name} />
        </Fact>
        {terms.levels.map(({ currency: id, level }) => (
          <Fact key={id} name={t(`liq_${level.side}`, { coin: nameOf(id) })}>
            <Num value={format(level.price)} form="fixed" unit="USDT" />
          </Fact>
        ))}
      </dl>
      <p className="text-sm text-muted">{t('rate_note', { rate: config.usual_rate })}</p>
      <Callout intent="wait">
        {t('worst', {
          percent: config.liquidation_percent,
          overdue: config.overdue_rate,
          release: config.release_percent,
        })}
      </Callout>
    </>
  );
}

/** The application with its calculator; one sheet confirms it. */
export function ApplicationForm({ config }: { readonly config: Config }) {
  const t = useText(loansText);
  const form = useApplication(config);
  const currency = config.currencies.find(({ id }) => id === form.draft.currency);
  const isBlocked = config.caller !== null && !config.caller.eligible;
  return (
    <Card className="p-4">
      <h2 className="mb-4 text-lg font-semibold">{t('apply_title')}</h2>
      <Form onSubmit={form.submit} className="gap-4">
        <LoanFields config={config} form={form} />
        <Collateral config={config} form={form} />
        <Field
          label={t('purpose')}
          value={form.purpose}
          onValue={form.setPurpose}
          autoComplete="off"
          maxLength={200}
          error={form.purposeShort ? t('enter_purpose') : null}
        />
        {form.estimate && currency ? (
          <Estimate config={config} estimate={form.estimate} currency={currency} />
        ) : (
          <Callout>{t('no_price')}</Callout>
        )}
        <Button type="submit" size="lg" wide disabled={isBlocked || !form.estimate}>
          {t(isBlocked ? 'not_eligible' : 'continue')}
        </Button>
        <p className="text-xs text-muted">{t('decide_note', { days: config.decide_days })}</p>
      </Form>
      <ConfirmSheet open={form.confirmation.open} />
    </Card>
  );
}
