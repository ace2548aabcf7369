import { groupedGiftCode } from '@karat/rules';
import { Share2 } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { addressOf } from '../../lib/paths.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Callout, CopyFact, Sheet } from '../../ui/index.ts';
import { qrPicture } from '../../ui/picture/qr.ts';
import { assetsText } from './text.ts';
import type { CreatedGift } from './use-gift.ts';

/** Link to the claim with the code. The code is behind the `#`: no server and no log receives it. */
const linkOf = (code: string): string =>
  `${location.origin}${location.pathname}#${addressOf('/pages/fund/gifts', { code })}`;

/** Shows a new code, as text, QR code and link: the only time. */
export function GiftCode({
  created,
  onClose,
}: {
  readonly created: CreatedGift;
  readonly onClose: () => void;
}) {
  const t = useText(assetsText);
  const locale = useLocale();
  const code = groupedGiftCode(created.code);
  const link = linkOf(created.code);
  const { number, currency_name: coin } = created.gift;
  const share = (): void => {
    const text = t('gift_share_text', { amount: formatNumber(number, { kind: 'full' }, locale), coin });
    // Closing the system's share dialog is not an error.
    void navigator.share({ title: 'Karat', text, url: link }).catch(() => undefined);
  };
  return (
    <Sheet open onClose={onClose} title={t('gift_ready')}>
      <div className="flex flex-col gap-4 px-5 pt-1 pb-6">
        <Callout>{t('gift_once')}</Callout>
        <img
          src={qrPicture(link)}
          alt={t('gift_qr')}
          width={180}
          height={180}
          className="mx-auto rounded-md bg-[#fff] p-2"
        />
        <div className="rounded-md bg-raised">
          <CopyFact name={t('gift_code')} value={code} />
          <CopyFact name={t('gift_link_name')} value={link} shown={t('gift_link_hint')} />
        </div>
        {'share' in navigator && (
          <Button size="lg" wide onClick={share}>
            <Share2 className="size-5" aria-hidden="true" />
            {t('gift_share')}
          </Button>
        )}
        <Button size="lg" wide variant="plain" onClick={onClose}>
          {t('gift_saved')}
        </Button>
      </div>
    </Sheet>
  );
}
