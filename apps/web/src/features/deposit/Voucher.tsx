import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { parse } from '@karat/money';
import { api } from '../../lib/api.ts';
import { go } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Choice, CoinIcon, Field, Loaded, Page, Sheet, Spinner, cx } from '../../ui/index.ts';
import type { Coin } from './Select.tsx';
import { depositText } from './text.ts';

const BYTES_MAX = 5 * 1024 * 1024;
const TYPES = 'image/jpeg,image/png,image/webp';

interface Picture {
  /** Where the server keeps it. */
  readonly address: string;
  /** What was chosen, for showing. */
  readonly preview: string;
}

function PictureField({
  picture,
  missing,
  onPicture,
}: {
  readonly picture: Picture | null;
  readonly missing: boolean;
  readonly onPicture: (picture: Picture) => void;
}) {
  const t = useText(depositText);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const preview = picture?.preview;
  useEffect(() => () => void (preview !== undefined && URL.revokeObjectURL(preview)), [preview]);
  const upload = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > BYTES_MAX) {
      toast(t('image_large'), 'bad');
      return;
    }
    setBusy(true);
    try {
      onPicture({ address: await api.upload(file), preview: URL.createObjectURL(file) });
    } catch {
      // The refusal has been told; the former picture stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <p className="mb-2 text-sm text-muted">{t('picture')}</p>
      <button
        type="button"
        disabled={busy}
        onClick={() => input.current?.click()}
        className={cx(
          'grid min-h-36 w-full place-items-center overflow-hidden rounded-md border border-dashed bg-surface p-3 text-muted',
          missing ? 'border-bad-ink' : 'border-line',
        )}
      >
        {preview === undefined || busy ? (
          <span className="flex flex-col items-center gap-2 text-sm">
            {busy ? <Spinner /> : <ImagePlus className="size-7" aria-hidden="true" />}
            {t('add_picture')}
          </span>
        ) : (
          <img src={preview} alt={t('picture')} className="max-h-64 rounded-sm object-contain" />
        )}
      </button>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        tabIndex={-1}
        aria-label={t('picture')}
        className="sr-only"
        onChange={(event) => {
          void upload(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <p
        className={cx('mt-1.5 text-xs', missing ? 'text-bad-ink' : 'text-muted')}
        role={missing ? 'alert' : undefined}
      >
        {t(missing ? 'picture_missing' : 'picture_rule')}
      </p>
    </div>
  );
}

function Currency({
  coins,
  coin,
  onCoin,
}: {
  readonly coins: readonly Coin[];
  readonly coin: Coin;
  readonly onCoin: (id: number) => void;
}) {
  const t = useText(depositText);
  const [open, setOpen] = useState(false);
  return (
    <div>
      <p className="mb-2 text-sm text-muted">{t('currency')}</p>
      <button
        type="button"
        aria-label={`${t('currency')} ${coin.name}`}
        onClick={() => setOpen(true)}
        className="flex min-h-12 w-full items-center gap-3 rounded-md border border-line bg-surface px-4 text-start text-lg"
      >
        <CoinIcon name={coin.name} size={28} />
        {coin.name}
      </button>
      <Sheet open={open} title={t('currency')} onClose={() => setOpen(false)}>
        <Choice
          label={t('currency')}
          options={coins.map(({ id, name, title }) => ({ id: String(id), label: name, hint: title }))}
          value={String(coin.id)}
          onChange={(id) => {
            onCoin(Number(id));
            setOpen(false);
          }}
        />
      </Sheet>
    </div>
  );
}

function Form({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useText(depositText);
  const [currency, setCurrency] = useState(coins[0]?.id);
  const [amount, setAmount] = useState('');
  const [account, setAccount] = useState('');
  const [picture, setPicture] = useState<Picture | null>(null);
  const [checked, setChecked] = useState(false);
  const send = useAction('wallet/charge_req', {
    outdates: ['recharge/log'],
    onDone: () => {
      toast(t('voucher_sent'), 'good');
      go.replace('/pages/fund/receive_withdraw_record');
    },
  });
  const coin = coins.find(({ id }) => id === currency);
  if (!coin) return null;
  const value = parse(amount.trim());
  const fits = { amount: value !== undefined && value > 0n, account: account.trim() !== '' };
  const submit = (): void => {
    setChecked(true);
    if (!fits.amount || !fits.account || picture === null) return;
    send.mutate({
      ...{ account: account.trim(), amount: amount.trim(), currency: coin.id },
      ...{ type: 0, image: picture.address },
    });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Currency coins={coins} coin={coin} onCoin={setCurrency} />
      <Field
        label={t('amount')}
        value={amount}
        onValue={setAmount}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        maxLength={30}
        error={checked && !fits.amount ? t('enter_amount') : null}
        suffix={<span className="pe-4 text-muted">{coin.name}</span>}
      />
      <Field
        label={t('from_account')}
        value={account}
        onValue={setAccount}
        autoComplete="off"
        maxLength={200}
        hint={t('from_account_hint')}
        error={checked && !fits.account ? t('enter_account') : null}
      />
      <PictureField picture={picture} missing={checked && picture === null} onPicture={setPicture} />
      <p className="text-sm text-muted">{t('two_people')}</p>
      <Button type="submit" size="lg" wide busy={send.isPending}>
        {t('send_voucher')}
      </Button>
    </form>
  );
}

/** Tells of a payment made by hand, with its picture. */
export default function Voucher() {
  const t = useText(depositText);
  const coins = useGet('deposit/coins', {});
  return (
    <Page title={t('voucher')} back="/pages/fund/select">
      <Loaded of={coins}>{(all) => <Form coins={all} />}</Loaded>
    </Page>
  );
}
