import { Gift } from 'lucide-react';
import { useText } from '../../lib/text.ts';
import { Button, Field, Form, FormError, LinkCell, Rows } from '../../ui/index.ts';
import { ConfirmSheet } from '../../ui/confirm/index.ts';
import { CoinAmount, NoteField, WithCoin } from './CoinChoice.tsx';
import type { CoinChoice } from './CoinChoice.tsx';
import { Sends } from './Sends.tsx';
import { SendLimit } from './SendLimit.tsx';
import { assetsText } from './text.ts';
import { useSend } from './use-send.ts';

function SendForm(choice: CoinChoice) {
  const t = useText(assetsText);
  const send = useSend(choice.coin);
  return (
    <>
      <Form onSubmit={send.submit} className="gap-4">
        <Field
          label={t('recipient')}
          value={send.form.to}
          onValue={send.at('to').onValue}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={send.recipientError}
          hint={t('recipient_hint')}
        />
        <CoinAmount {...choice} field={send.at('text')} problem={send.problem} onAll={send.all} />
        <NoteField field={send.at('note')} />
        <SendLimit />
        <FormError text={send.error} />
        <Button type="submit" size="lg" wide busy={send.busy}>
          {t('continue')}
        </Button>
      </Form>
      <ConfirmSheet open={send.confirmation.open} />
    </>
  );
}

/** Sends a coin of the exchange account to another user. */
export function Send() {
  const t = useText(assetsText);
  return (
    <div className="flex flex-col gap-8 wide:side-by-side wide:gap-6">
      <div>
        <WithCoin>{(choice) => <SendForm {...choice} />}</WithCoin>
        <Rows className="mt-6">
          <LinkCell to="/pages/fund/gifts" icon={<Gift />} label={t('gift_instead')} />
        </Rows>
      </div>
      <section aria-label={t('with_users')}>
        <Sends />
      </section>
    </div>
  );
}
