import { useText } from '../../lib/text.ts';
import { CodeField } from './CodeField.tsx';
import { NewPassword } from './NewPassword.tsx';
import type { NewPasswordForm } from './new-password.ts';
import { accountText } from './text.ts';

/** The fields of every form that sets a password with a code. */
export function CodeAndPassword({
  of,
  send,
  sentHint,
}: {
  readonly of: NewPasswordForm;
  readonly send: () => Promise<boolean>;
  readonly sentHint: string;
}) {
  const t = useText(accountText);
  const { form, set, problems, told } = of;
  const error = (field: 'code' | 'password' | 'repeat'): string | null => {
    const problem = problems[field];
    return problem ? t(problem) : told(field);
  };
  return (
    <>
      <CodeField
        value={form.code}
        onValue={set('code')}
        error={error('code')}
        send={send}
        sentHint={sentHint}
      />
      <NewPassword
        password={form.password}
        repeat={form.repeat}
        onPassword={set('password')}
        onRepeat={set('repeat')}
        errors={{ password: error('password'), repeat: error('repeat') }}
      />
    </>
  );
}
