import { MapPin } from 'lucide-react';
import { regionName, regionOfBrowser } from '../../lib/region.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, LinkButton, Page } from '../../ui/index.ts';
import { useRegionChoice } from './ChooseRegion.tsx';
import { regionText } from './text.ts';

/** Suggests the region of the browser's settings; the position of the device is never asked for. */
export default function SuggestRegion() {
  const t = useText(regionText);
  const locale = useLocale();
  const { choose, busy } = useRegionChoice();
  const found = regionOfBrowser(navigator.languages);
  return (
    <Page
      title={t('suggest_title')}
      back="/choose-location"
      footer={
        <div className="flex flex-col gap-2">
          {found !== undefined && (
            <Button size="lg" wide busy={busy} onClick={() => choose(found)}>
              {t('use')}
            </Button>
          )}
          <LinkButton variant="plain" to="/choose-location">
            {t('choose')}
          </LinkButton>
        </div>
      }
    >
      <div className="m-auto flex max-w-[340px] flex-col items-center gap-4 pb-12 text-center">
        <span className="grid size-20 place-items-center rounded-full bg-gold-soft text-gold-ink">
          <MapPin className="size-9" aria-hidden="true" />
        </span>
        {found === undefined ? (
          <p className="text-lg font-semibold">{t('browser_silent')}</p>
        ) : (
          <p>
            <span className="block text-sm text-muted">{t('browser_says')}</span>
            <span className="block text-2xl font-semibold">{regionName(found, locale)}</span>
          </p>
        )}
        <p className="text-base text-muted">{t('suggest_text')}</p>
      </div>
    </Page>
  );
}
