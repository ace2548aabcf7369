import { Copy, Share2 } from 'lucide-react';
import { copyText } from '../../lib/copy.ts';
import { formatNumber } from '../../lib/format.ts';
import { addressOf } from '../../lib/paths.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, IconButton, List, Logo } from '../../ui/index.ts';
import { qrPicture } from '../../ui/picture/qr.ts';
import { growthText } from './text.ts';

/** Link to registration with the invite code. */
const linkOf = (code: string): string =>
  `${location.origin}${location.pathname}#${addressOf('/pages/common/register', { invite: code })}`;

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  const shell = useText(shellText);
  return (
    <div className="flex items-center gap-2 py-1 ps-4 pe-1">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">{label}</p>
        <p className="text-lg font-medium tnum wrap-anywhere">{text}</p>
      </div>
      <IconButton label={`${shell('copy')}: ${label}`} onClick={() => void copyText(text)}>
        <Copy />
      </IconButton>
    </div>
  );
}

/** The card that is shared: share of the fees, invite code as text, link and QR code. `share` in percent. */
export function InviteCard({ code, share }: { readonly code: string; readonly share: string }) {
  const t = useText(growthText);
  const locale = useLocale();
  const link = linkOf(code);
  const send = (): void => {
    // Closing the system's share dialog is not an error.
    void navigator.share({ title: 'Karat', text: t('share_message'), url: link }).catch(() => undefined);
  };
  return (
    <>
      <section className="overflow-hidden rounded-lg bg-surface">
        <div className="flex flex-col items-center gap-4 bg-gold px-6 pt-8 pb-6 text-center text-on-gold">
          <Logo className="size-12" />
          <p className="text-xl font-semibold text-balance">{t('share_title')}</p>
          <img
            src={qrPicture(link)}
            alt={t('share_qr')}
            width={180}
            height={180}
            className="rounded-md bg-[#fff] p-2"
          />
          {share !== '0' && (
            <p className="text-base text-balance">
              {t('share_earn', { percent: formatNumber(share, { kind: 'full' }, locale) })}
            </p>
          )}
        </div>
        <List as="div" className="py-1">
          <Line label={t('share_code')} text={code} />
          <Line label={t('share_link')} text={link} />
        </List>
      </section>
      {'share' in navigator && (
        <Button size="lg" wide className="mt-5" onClick={send}>
          <Share2 className="size-5" aria-hidden="true" />
          {t('share_send')}
        </Button>
      )}
    </>
  );
}
