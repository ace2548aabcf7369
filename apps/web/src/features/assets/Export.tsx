import { Download } from 'lucide-react';
import { useState } from 'react';
import type { SentTo } from '../../lib/calls.ts';
import { download } from '../../lib/download.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { IconButton, Sheet, Spinner, List } from '../../ui/index.ts';
import { assetsText } from './text.ts';

const FORMATS = ['csv', 'xlsx', 'koinly', 'cointracking'] as const;
type Format = (typeof FORMATS)[number];

/** Downloads the filtered bills as a file. */
export function Export({ filter }: { readonly filter: Omit<SentTo<'wallet/bills_export'>, 'format'> }) {
  const t = useText(assetsText);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState<Format | null>(null);
  const save = async (format: Format): Promise<void> => {
    setBusy(format);
    const saved = await download('wallet/bills_export', { format, ...filter });
    setBusy(null);
    if (!saved) return;
    setOpen(false);
    toast(t('exported'), 'good');
  };
  return (
    <>
      <IconButton label={t('export')} onClick={() => setOpen(true)}>
        <Download />
      </IconButton>
      <Sheet open={open} title={t('export')} onClose={() => setOpen(false)}>
        <p className="px-5 pb-2 text-sm text-muted">{t('export_hint')}</p>
        <List className="px-5 pb-5">
          {FORMATS.map((format) => (
            <li key={format}>
              <button
                type="button"
                disabled={busy !== null}
                onClick={() => void save(format)}
                className="flex min-h-14 w-full items-center gap-3 py-2 text-start active:opacity-70"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-lg">{t(format)}</span>
                  {(format === 'koinly' || format === 'cointracking') && (
                    <span className="block text-xs text-muted">{t('tax_hint')}</span>
                  )}
                </span>
                {busy === format && <Spinner className="text-gold-ink" />}
              </button>
            </li>
          ))}
        </List>
      </Sheet>
    </>
  );
}
