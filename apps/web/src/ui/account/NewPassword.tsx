import { Check } from 'lucide-react';
import { useText } from '../../lib/text.ts';
import { cx } from '../cx.ts';
import { PasswordField } from '../Field.tsx';
import { longEnough } from './rules.ts';
import { accountText } from './text.ts';

function Rule({ kept, text }: { readonly kept: boolean; readonly text: string }) {
  return (
    <li className={cx('flex items-center gap-2', kept ? 'text-good-ink' : 'text-muted')}>
      <span
        className={cx(
          'grid size-4 place-items-center rounded-full border',
          kept ? 'border-good-ink bg-good-soft' : 'border-faint',
        )}
        aria-hidden="true"
      >
        {kept && <Check className="size-3" strokeWidth={3} />}
      </span>
      {text}
    </li>
  );
}

interface Typed {
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly error: string | null;
}

/** A new password, twice, with a checklist of its rules. */
export function NewPassword({ password, repeat }: { readonly password: Typed; readonly repeat: Typed }) {
  const t = useText(accountText);
  return (
    <>
      <PasswordField {...password} label={t('password_new')} autoComplete="new-password" />
      <PasswordField {...repeat} label={t('password_repeat')} autoComplete="new-password" />
      <ul className="flex flex-col gap-1.5 text-xs">
        <Rule kept={longEnough(password.value)} text={t('rule_length')} />
        <Rule kept={password.value !== '' && password.value === repeat.value} text={t('rule_match')} />
      </ul>
    </>
  );
}
