import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { prefer, usePreferences } from '../../lib/preferences.ts';
import { useText } from '../../lib/text.ts';
import { Field } from '../Field.tsx';
import { Sheet } from '../Sheet.tsx';
import { Tabs } from '../Tabs.tsx';
import { CountryList } from './CountryList.tsx';
import type { By } from './rules.ts';
import { accountText } from './text.ts';

interface ContactFieldProps {
  readonly by: By;
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly error: string | null;
  /** Whether the contact logs in, which browsers autofill, or is a receiver. */
  readonly login?: boolean;
}

/** The dialling code before a phone number; opens the list of countries. */
function Area() {
  const t = useText(accountText);
  const area = usePreferences((state) => state.area);
  const [choosing, setChoosing] = useState(false);
  const choose = (code: string): void => {
    prefer({ area: code });
    setChoosing(false);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('area')} +${area}`}
        onClick={() => setChoosing(true)}
        className="flex min-h-12 shrink-0 items-center gap-1 border-e border-line px-3 text-lg tnum"
      >
        +{area}
        <ChevronDown className="size-4 text-muted" aria-hidden="true" />
      </button>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t('area')}>
        <div className="min-h-[60dvh] px-4">
          <CountryList by="area_code" chosen={area} onChoose={choose} />
        </div>
      </Sheet>
    </>
  );
}

/** An e-mail address, or a phone number with its country. */
export function ContactField({ by, login = false, ...field }: ContactFieldProps) {
  return by === 'email' ? (
    <Field
      {...field}
      type="email"
      inputMode="email"
      autoComplete={login ? 'username' : 'email'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  ) : (
    <Field
      {...field}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={30}
      before={<Area />}
    />
  );
}

interface ContactProps {
  readonly by: By;
  readonly onBy: (by: By) => void;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly error: string | null;
}

/** Choice of e-mail or phone, with the field of the chosen kind. */
export function Contact({ by, onBy, ...field }: ContactProps) {
  const t = useText(accountText);
  return (
    <>
      <Tabs
        variant="block"
        label={t('by')}
        items={[
          { id: 'email', label: t('email') },
          { id: 'mobile', label: t('phone') },
        ]}
        value={by}
        onChange={onBy}
      />
      <ContactField {...field} by={by} label={by === 'email' ? t('email') : t('phone_number')} login />
    </>
  );
}
