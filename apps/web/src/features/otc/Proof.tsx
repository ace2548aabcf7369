import { useState } from 'react';
import { useFormState } from '../../lib/form-state.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Form, FormError } from '../../ui/index.ts';
import { PictureField } from '../../ui/picture/index.ts';
import type { Picture } from '../../ui/picture/index.ts';
import { otcText } from './text.ts';

/** Screenshot of a transfer: uploaded at once, sent with "I have paid". */
export function Proof({ id }: { readonly id: number }) {
  const t = useText(otcText);
  const [picture, setPicture] = useState<Picture | null>(null);
  const { at, check, action, error } = useFormState(
    { picture: '' },
    { fiat_proof_used: 'picture', image_invalid: 'picture' },
    { image: 'picture' },
  );
  const send = useAction('otc/proof', {
    ...action,
    invalidates: ['otc/order_detail', 'otc/orders'],
    onDone: () => toast(t('proof_done'), 'good'),
  });
  const submit = (): void => {
    check();
    if (picture) send.mutate({ id, image: picture.address });
  };
  return (
    <section className="rounded-lg bg-surface p-4">
      <Form onSubmit={submit} className="gap-4">
        <PictureField
          label={t('proof_title')}
          alt={t('proof_title')}
          picture={picture}
          onPicture={(chosen) => {
            setPicture(chosen);
            at('picture').onValue(chosen.address);
          }}
          error={at('picture').errorFor(picture ? null : t('proof_missing'))}
        />
        <FormError text={error} />
        <Button type="submit" size="lg" wide busy={send.isPending}>
          {t('proof_send')}
        </Button>
      </Form>
    </section>
  );
}
