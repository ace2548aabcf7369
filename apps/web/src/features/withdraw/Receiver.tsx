import { WITHDRAWAL_TYPE } from '@karat/contract';
import { BookUser, ClipboardPaste } from 'lucide-react';
import { useState } from 'react';
import { useGet, usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Choice, Empty, Field, LinkButton, IconButton, LoadedPages, Sheet, Picker } from '../../ui/index.ts';
import { withdrawText } from './text.ts';

/** Receiver of a withdrawal: fields of the call and display text. */
export interface Target {
  readonly value: string;
  readonly name: string;
}

interface FieldProps {
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
  readonly error: string | null;
}

/** Browsers read the clipboard only over TLS, and not all of them. */
const canPaste = (): boolean => typeof navigator.clipboard?.readText === 'function';

function Book({
  currency,
  network,
  onChoose,
}: {
  readonly currency: number;
  readonly network: string;
  readonly onChoose: (target: Target) => void;
}) {
  const t = useText(withdrawText);
  const kept = usePages('get', 'user/wallet/list', { currency, network });
  return (
    <div className="flex flex-col gap-4 px-4 pb-5">
      <LoadedPages query={kept} empty={<Empty icon={<BookUser />} text={t('no_addresses')} next="beside" />}>
        {(rows) => (
          <Choice
            label={t('address_book')}
            options={rows.map((row) => ({ id: row.address, label: row.name, hint: row.address }))}
            value=""
            onChange={(address) => {
              const row = rows.find((one) => one.address === address);
              onChoose({ value: address, name: row ? `${row.name} · ${address}` : address });
            }}
          />
        )}
      </LoadedPages>
      <LinkButton variant="plain" to="/pages/setting/addWallet" search={{ currency }}>
        {t('add_address')}
      </LinkButton>
    </div>
  );
}

/** An address, typed or from the address book. */
export function AddressField({
  currency,
  network,
  target,
  onTarget,
  error,
}: FieldProps & { readonly currency: number; readonly network: string }) {
  const t = useText(withdrawText);
  const [open, setOpen] = useState(false);
  const take = (text: string): void => onTarget({ value: text.trim(), name: text.trim() });
  const paste = (): void => {
    // The user denied access to the clipboard.
    void navigator.clipboard.readText().then(take, () => undefined);
  };
  return (
    <>
      <Field
        label={t('to_address')}
        value={target.value}
        onValue={take}
        placeholder={t('paste_address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        error={error}
        suffix={
          <>
            {canPaste() && (
              <IconButton label={t('paste')} onClick={paste} className="text-gold-ink">
                <ClipboardPaste />
              </IconButton>
            )}
            <IconButton label={t('address_book')} onClick={() => setOpen(true)} className="text-gold-ink">
              <BookUser />
            </IconButton>
          </>
        }
      />
      <Sheet open={open} title={t('address_book')} onClose={() => setOpen(false)}>
        <Book
          currency={currency}
          network={network}
          onChoose={(kept) => {
            onTarget(kept);
            setOpen(false);
          }}
        />
      </Sheet>
    </>
  );
}

/** Picks one of the user's cards of a kind. */
export function CardField({ type, target, onTarget, error }: FieldProps & { readonly type: 1 | 2 }) {
  const t = useText(withdrawText);
  const cards = useGet('user/cash_list', { type });
  const options = (cards.data ?? []).map((card) => ({
    id: String(card.id),
    label: `${card.title} ${card.number}`,
    hint: card.real_name,
  }));
  return (
    <Picker
      label={t('card')}
      title={t('choose_card')}
      options={options}
      value={target.value}
      onChoose={(id) => onTarget({ value: id, name: options.find((one) => one.id === id)?.label ?? '' })}
      error={error}
      more={
        <LinkButton
          variant="plain"
          to={
            type === WITHDRAWAL_TYPE.domestic
              ? '/pages/setting/bank_edit'
              : '/pages/setting/bank_international'
          }
        >
          {t('add_card')}
        </LinkButton>
      }
    />
  );
}
