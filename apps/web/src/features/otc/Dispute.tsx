import { useState } from 'react';
import { useFormState } from '../../lib/form-state.ts';
import { formatTime } from '../../lib/format.ts';
import { useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Badge, Button, Fact, Form, FormError, Num, TextArea } from '../../ui/index.ts';
import { PictureField } from '../../ui/picture/index.ts';
import type { Picture } from '../../ui/picture/index.ts';
import type { Dispute } from './offer.ts';
import { DISPUTE_INTENTS } from './State.tsx';
import { otcText } from './text.ts';

const TEXT_MAX = 2_000;
const TEXT_MIN = 3;

/** What the user says about a dispute, with a picture if there is one. */
function Answer({ id }: { readonly id: number }) {
  const t = useText(otcText);
  const [picture, setPicture] = useState<Picture | null>(null);
  const { form, at, check, action, error } = useFormState(
    { text: '', picture: '' },
    { image_invalid: 'picture' },
    { image: 'picture' },
  );
  const send = useAction('otc/dispute_answer', {
    ...action,
    invalidates: ['otc/order_detail'],
    onDone: () => {
      setPicture(null);
      for (const name of ['text', 'picture'] as const) at(name).onValue('');
      check(false);
      toast(t('answer_done'), 'good');
    },
  });
  const text = form.text.trim();
  const submit = (): void => {
    check();
    if (text.length < TEXT_MIN) return;
    send.mutate({ id, text, ...(picture ? { image: picture.address } : {}) });
  };
  const field = at('text');
  return (
    <Form onSubmit={submit} className="mt-4 gap-4">
      <TextArea
        label={t('answer_text')}
        value={form.text}
        onValue={field.onValue}
        maxLength={TEXT_MAX}
        error={field.errorFor(text.length < TEXT_MIN ? t('answer_missing') : null)}
      />
      <PictureField
        label={t('answer_picture')}
        alt={t('answer_picture')}
        picture={picture}
        onPicture={(chosen) => {
          setPicture(chosen);
          at('picture').onValue(chosen.address);
        }}
        error={at('picture').errorFor(null)}
      />
      <FormError text={error} />
      <Button type="submit" wide busy={send.isPending}>
        {t('answer_send')}
      </Button>
    </Form>
  );
}

function Answers({ dispute }: { readonly dispute: Dispute }) {
  const t = useText(otcText);
  const locale = useLocale();
  if (dispute.answers.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="text-sm text-muted">{t('answer_title')}</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {dispute.answers.map(({ text, at_ms }) => (
          <li key={at_ms} className="text-base">
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <p className="text-xs text-muted">{formatTime(at_ms, locale)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A disputed payment: what it is about, what is held, how it ended, and the user's answer. */
export function DisputePart({ dispute }: { readonly dispute: Dispute }) {
  const t = useText(otcText);
  const locale = useLocale();
  const { state, reason, amount, currency, held, recovered, loss, due_ms } = dispute;
  const isSettled = state === 'recovered' || state === 'waived';
  const hint = state === 'recovered' && loss === '0' ? 'recovered_all' : state;
  return (
    <section aria-label={t('dispute_title')} className="rounded-lg bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t('dispute_title')}</h2>
        <Badge intent={DISPUTE_INTENTS[state]}>{t(`dispute_${state}`)}</Badge>
      </div>
      <p className="mt-2 text-base text-muted">{t(`dispute_${hint}_hint`)}</p>
      <dl className="mt-4 flex flex-col gap-2 text-base">
        <Fact name={t('dispute_reason')}>{t(`why_${reason}`)}</Fact>
        <Fact name={t('dispute_amount')}>
          <Num value={amount} unit={currency} />
        </Fact>
        {(state === 'open' || state === 'lost') && (
          <Fact name={t('dispute_held')}>
            <Num value={held} unit="USDT" />
          </Fact>
        )}
        {isSettled && recovered !== '0' && (
          <Fact name={t('dispute_back')}>
            <Num value={recovered} unit="USDT" />
          </Fact>
        )}
        {isSettled && loss !== '0' && (
          <Fact name={t('dispute_loss')}>
            <Num value={loss} unit="USDT" />
          </Fact>
        )}
        {state === 'open' && due_ms !== null && (
          <Fact name={t('dispute_due')}>{formatTime(due_ms, locale)}</Fact>
        )}
      </dl>
      <Answers dispute={dispute} />
      {dispute.may_answer && <Answer id={dispute.id} />}
    </section>
  );
}
