import { Copy, Share2 } from 'lucide-react';
import { copyText } from '../../lib/copy.ts';
import { addressOf } from '../../lib/paths.ts';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { Button, IconButton, Loaded, Logo, Page, Skeleton, List } from '../../ui/index.ts';
import { qrPicture } from '../../ui/picture/qr.ts';
import { settingsText } from './text.ts';

/** Link to registration with the invite code. */
const linkOf = (code: string): string =>
  `${location.origin}${location.pathname}#${addressOf('/pages/common/register', { invite: code })}`;

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  const shell = useText(shellText);
  return (
    <div className="flex items-center gap-2 py-1 ps-4 pe-1">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">{label}</p>
        <p className="truncate text-lg font-medium tnum">{text}</p>
      </div>
      <IconButton label={`${shell('copy')}: ${label}`} onClick={() => void copyText(text)}>
        <Copy />
      </IconButton>
    </div>
  );
}

function Invitation({ code }: { readonly code: string }) {
  const t = useText(settingsText);
  const link = linkOf(code);
  const share = (): void => {
    // Closing the system's share sheet is not an error.
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
        </div>
        <List as="div" className="py-1">
          <Line label={t('share_code')} text={code} />
          <Line label={t('share_link')} text={link} />
        </List>
      </section>
      {'share' in navigator && (
        <Button size="lg" wide className="mt-5" onClick={share}>
          <Share2 className="size-5" aria-hidden="true" />
          {t('share_send')}
        </Button>
      )}
      <p className="mt-4 text-center text-sm text-balance text-muted">{t('share_text')}</p>
    </>
  );
}

/** The invite code as text, link and QR code. */
export default function Share() {
  const t = useText(settingsText);
  const info = useGet('user/info', {});
  return (
    <Page title={t('share')} back="/pages/setting/setting">
      <Loaded query={info} skeleton={<Skeleton className="h-96" />}>
        {({ extension_code }) => <Invitation code={extension_code} />}
      </Loaded>
    </Page>
  );
}
