import { Globe } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Empty, PickerButton, SearchField, Sheet, List } from '../../ui/index.ts';
import type { Config } from './offer.ts';
import { otcText } from './text.ts';

interface Country {
  readonly code: string;
  readonly name: string;
  readonly supported: boolean;
}

/** Countries in the user's language, supported ones first. */
function namedIn(config: Config, locale: string): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(locale);
  return config.countries
    .map(({ code, supported }) => ({ code, supported, name: names.of(code) ?? code }))
    .toSorted((a, b) => Number(b.supported) - Number(a.supported) || compare(a.name, b.name));
}

function Countries({
  countries,
  onChoose,
}: {
  readonly countries: readonly Country[];
  readonly onChoose: (code: string) => void;
}) {
  const t = useText(otcText);
  const [wanted, setWanted] = useState('');
  const keyword = wanted.trim().toLowerCase();
  const shown = countries.filter(
    ({ code, name }) => name.toLowerCase().includes(keyword) || code.toLowerCase() === keyword,
  );
  return (
    <div className="flex flex-col gap-3 px-4 pb-5">
      <SearchField label={t('search_country')} value={wanted} onValue={setWanted} />
      {shown.length === 0 ? (
        <Empty icon={<Globe />} text={t('nobody_found')} next="beside" />
      ) : (
        <List>
          {shown.map(({ code, name, supported }) => (
            <li key={code}>
              <button
                type="button"
                onClick={() => onChoose(code)}
                className="flex min-h-12 w-full items-center gap-3 py-2 text-start active:bg-raised"
              >
                <span className={supported ? 'min-w-0 flex-1 text-lg' : 'min-w-0 flex-1 text-lg text-muted'}>
                  {name}
                </span>
                {!supported && <Badge>{t('not_supported')}</Badge>}
              </button>
            </li>
          ))}
        </List>
      )}
    </div>
  );
}

/** The payer's country. Unsupported countries can be selected and say so. */
export function CountryField({
  config,
  country,
  onChoose,
}: {
  readonly config: Config;
  readonly country: string;
  readonly onChoose: (code: string) => void;
}) {
  const t = useText(otcText);
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const countries = namedIn(config, locale);
  const chosen = countries.find(({ code }) => code === country);
  return (
    <div>
      <PickerButton
        label={t('country')}
        chosen={chosen?.name ?? t('choose_country')}
        onOpen={() => setOpen(true)}
      />
      {chosen && !chosen.supported && (
        <p role="alert" className="mt-2 rounded-md bg-bad-soft px-4 py-3 text-sm text-bad-ink">
          {t('area_not_supported')}
        </p>
      )}
      <Sheet open={open} title={t('choose_country')} onClose={() => setOpen(false)}>
        <Countries
          countries={countries}
          onChoose={(code) => {
            setOpen(false);
            onChoose(code);
          }}
        />
      </Sheet>
    </div>
  );
}
