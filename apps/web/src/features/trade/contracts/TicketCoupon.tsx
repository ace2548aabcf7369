import { formatNumber } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Select } from '../../../ui/index.ts';
import { contractText } from './text.ts';
import { couponOf } from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';

const NONE = 'none';

/** Chooses the coupon that pays margin and fees; nothing without one. The order becomes an isolated market order. */
export function UseCoupon({
  deal,
  form,
  set,
}: Pick<TicketProps, 'deal'> & { readonly form: Form; readonly set: (change: Partial<Form>) => void }) {
  const t = useText(contractText);
  const locale = useLocale();
  if (!deal || deal.coupons.length === 0) return null;
  const coupon = couponOf({ deal }, form);
  const options = deal.coupons.map(({ id, face, multiple_max: multiple }) => ({
    id: String(id),
    label: t('coupon_option', { face: formatNumber(face, { kind: 'full' }, locale), multiple }),
  }));
  return (
    <>
      <Select
        label={t('use_coupon')}
        options={[{ id: NONE, label: t('no_coupon') }, ...options]}
        value={coupon ? String(coupon.id) : NONE}
        onChange={(id) =>
          set(
            id === NONE
              ? { couponId: null }
              : { couponId: Number(id), mode: 'isolated', kind: 'market', target: '' },
          )
        }
      />
      {/* The terms are in the confirmation: here they would push the button below the fold. */}
      {coupon && <p className="text-sm text-muted">{t('coupon_safe')}</p>}
    </>
  );
}
