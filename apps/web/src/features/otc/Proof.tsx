import { ImagePlus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Spinner } from '../../ui/index.ts';
import { otcText } from './text.ts';

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

interface Picture {
  readonly address: string;
  readonly shown: string;
}

function usePicture() {
  const t = useText(otcText);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.shown)), [picture]);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > IMAGE_BYTES_MAX) {
      toast(t('proof_large'), 'bad');
      return;
    }
    setBusy(true);
    try {
      setPicture({ address: await api.upload(file), shown: URL.createObjectURL(file) });
    } catch {
      // The refusal has been told; the former picture stays.
    } finally {
      setBusy(false);
    }
  };
  return { picture, busy, choose };
}

/** The screenshot of a transfer: goes up at once, and is sent with "I have paid". */
export function Proof({ id }: { readonly id: number }) {
  const t = useText(otcText);
  const field = useId();
  const { picture, busy, choose } = usePicture();
  const send = useAction('otc/proof', {
    outdates: ['otc/order_detail', 'otc/orders'],
    onDone: () => toast(t('proof_done'), 'good'),
  });
  return (
    <section className="flex flex-col gap-3 rounded-lg bg-surface p-4">
      <h2 className="text-lg font-semibold">{t('proof_title')}</h2>
      <label
        htmlFor={field}
        className="grid min-h-36 w-full cursor-pointer place-items-center overflow-hidden rounded-md border-2 border-dashed border-line has-focus-visible:outline-2 has-focus-visible:outline-gold-ink"
      >
        {picture && (
          <img src={picture.shown} alt={t('proof_title')} className="max-h-80 w-full object-contain" />
        )}
        <span className="flex min-h-11 items-center gap-2 py-3 text-base font-medium text-gold-ink">
          {busy ? <Spinner /> : <ImagePlus className="size-5" aria-hidden="true" />}
          {t('proof_add')}
        </span>
        <input
          id={field}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={busy}
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <Button
        size="lg"
        wide
        busy={send.isPending}
        onClick={() =>
          picture ? send.mutate({ id, image: picture.address }) : toast(t('proof_missing'), 'bad')
        }
      >
        {t('proof_send')}
      </Button>
    </section>
  );
}
