import { readGiftCode } from '@karat/rules';
import { BALANCES } from '../../lib/balances.ts';
import { useFormState } from '../../lib/form-state.ts';
import { formatNumber } from '../../lib/format.ts';
import { useParam } from '../../lib/params.ts';
import { useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Field, Form, FormError } from '../../ui/index.ts';
import { GiftList } from './GiftList.tsx';
import { assetsText } from './text.ts';

const REFUSED = { gift_code_invalid: 'code', gift_own: 'code' } as const;

/** Claims a gift by its code, which a link may bring (`?code=`), and lists the claimed ones. */
export function ClaimGift() {
  const t = useText(assetsText);
  const locale = useLocale();
  const { form, at, check, action, error } = useFormState({ code: useParam('code') ?? '' }, REFUSED, {
    gift_code: 'code',
  });
  const code = readGiftCode(form.code);
  const claim = useAction('gift/claim', {
    ...action,
    invalidates: ['gift/list', ...BALANCES],
    onDone: ({ number, currency_name: coin }) => {
      at('code').onValue('');
      check(false);
      toast(t('gift_claimed', { amount: formatNumber(number, { kind: 'full' }, locale), coin }), 'good');
    },
  });
  const submit = (): void => {
    check();
    if (code !== undefined) claim.mutate({ gift_code: code });
  };
  return (
    <div className="flex flex-col gap-8 wide:side-by-side wide:gap-6">
      <Form onSubmit={submit} className="gap-4">
        <Field
          label={t('gift_code')}
          value={form.code}
          onValue={at('code').onValue}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={80}
          hint={t('gift_code_hint')}
          error={at('code').errorFor(code === undefined ? t('gift_enter_code') : null)}
        />
        <FormError text={error} />
        <Button type="submit" size="lg" wide busy={claim.isPending}>
          {t('gift_claim')}
        </Button>
      </Form>
      <section aria-label={t('gifts')}>
        <GiftList direction="in" />
      </section>
    </div>
  );
}
