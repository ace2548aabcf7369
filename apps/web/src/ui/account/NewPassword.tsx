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

interface NewPasswordProps {
  readonly password: string;
  readonly repeat: string;
  readonly onPassword: (text: string) => void;
  readonly onRepeat: (text: string) => void;
  readonly errors: { readonly password: string | null; readonly repeat: string | null };
}

/** A new password, twice, with its rules ticked off while it is typed. */
export function NewPassword({ password, repeat, onPassword, onRepeat, errors }: NewPasswordProps) {
  const t = useText(accountText);
  return (
    <>
      <PasswordField
        label={t('password_new')}
        value={password}
        onValue={onPassword}
        autoComplete="new-password"
        error={errors.password}
      />
      <PasswordField
        label={t('password_repeat')}
        value={repeat}
        onValue={onRepeat}
        autoComplete="new-password"
        error={errors.repeat}
      />
      <ul className="flex flex-col gap-1.5 text-xs">
        <Rule kept={longEnough(password)} text={t('rule_length')} />
        <Rule kept={password !== '' && password === repeat} text={t('rule_match')} />
      </ul>
    </>
  );
}
