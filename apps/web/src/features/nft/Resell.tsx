import { useState } from 'react';
import { FLAG } from '@karat/contract';
import { useParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import {
  AmountField,
  Button,
  Callout,
  Empty,
  Form,
  FormError,
  Loaded,
  Missing,
  Page,
  Picker,
  SkeletonForm,
  Tabs,
} from '../../ui/index.ts';
import { Subject } from './Purchase.tsx';
import { Payout, Question, Times } from './SaleParts.tsx';
import type { Currency, Terms } from './SaleParts.tsx';
import { nftText } from './text.ts';
import type { Detail } from './tile.ts';
import { useSale } from './use-sale.ts';
import { VerifiedOnly } from './VerifiedOnly.tsx';

interface FormProps {
  readonly detail: Detail;
  readonly terms: Terms;
  readonly currency: Currency;
  readonly onCurrency: (id: string) => void;
}

function SaleForm({ detail, terms, currency, onCurrency }: FormProps) {
  const t = useText(nftText);
  const sale = useSale(detail.tile.code, currency);
  return (
    <Form className="gap-4" onSubmit={sale.ask}>
      <Subject tile={detail.tile} />
      <Tabs
        label={t('sale')}
        variant="block"
        items={[
          { id: 'fixed', label: t('fixed') },
          { id: 'auction', label: t('auction') },
        ]}
        value={sale.form.way}
        onChange={(way) => sale.changeTimes({ way })}
      />
      <Picker
        label={t('currency')}
        title={t('currency')}
        options={terms.currencies.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={String(currency.id)}
        onChoose={onCurrency}
      />
      <AmountField
        label={t(sale.isAuction ? 'start_price' : 'price')}
        unit={currency.name}
        {...sale.fieldOf('price')}
      />
      {sale.isAuction && (
        <AmountField label={t('increment')} unit={currency.name} {...sale.fieldOf('increment')} />
      )}
      <Times form={sale.form} onChange={sale.changeTimes} maxDays={terms.max_days} />
      <Payout price={sale.form.price} detail={detail} terms={terms} currency={currency} />
      <Callout intent="wait">{t('resale_final')}</Callout>
      <FormError text={sale.error} />
      <VerifiedOnly>
        <Button type="submit" size="lg" wide>
          {t('sell')}
        </Button>
      </VerifiedOnly>
      {sale.asked && (
        <Question
          sale={sale.asked}
          currency={currency}
          busy={sale.busy}
          onClose={sale.close}
          onConfirm={sale.send}
        />
      )}
    </Form>
  );
}

function InCurrency({ detail, terms }: Pick<FormProps, 'detail' | 'terms'>) {
  const t = useText(nftText);
  const [id, setId] = useState(String(detail.listing?.currency_id ?? ''));
  const currency = terms.currencies.find((one) => String(one.id) === id) ?? terms.currencies[0];
  if (!currency) return <Empty text={t('no_currency')} next="back" />;
  return <SaleForm detail={detail} terms={terms} currency={currency} onCurrency={setId} />;
}

function OfCode({ code }: { readonly code: string }) {
  const t = useText(nftText);
  const detail = useGet('bind_box/getBoxDetail', { code }, { freshMs: 0 });
  const terms = useGet('bind_box/getNftCurrency', {}, { freshMs: Infinity });
  return (
    <Loaded query={detail} skeleton={<SkeletonForm />}>
      {(shown) =>
        shown.can_sell === FLAG.no ? (
          <Empty text={t('cannot_sell')} next="back" />
        ) : (
          <Loaded query={terms} skeleton={<SkeletonForm />}>
            {(known) => <InCurrency detail={shown} terms={known} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}

/** Lists an own work at a fixed price or as an auction. */
export default function Resell() {
  const t = useText(nftText);
  const code = useParam('code');
  return (
    <Page title={t('sell_title')} back="/pages/nft/mine">
      {code === undefined ? <Missing /> : <OfCode code={code} />}
    </Page>
  );
}
