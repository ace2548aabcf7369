import { useText } from '../../lib/text.ts';
import { CodeField } from './CodeField.tsx';
import { NewPassword } from './NewPassword.tsx';
import type { NewPasswordForm } from './new-password.ts';
import { accountText } from './text.ts';

/** The fields of every form that sets a password with a code. */
export function CodeAndPassword({
  form,
  send,
  sentHint,
}: {
  readonly form: NewPasswordForm;
  readonly send: () => Promise<boolean>;
  readonly sentHint: string;
}) {
  const t = useText(accountText);
  const field = (name: 'code' | 'password' | 'repeat') => {
    const { value, onValue, errorFor } = form.at(name);
    const problem = form.problems[name];
    return { value, onValue, error: errorFor(problem && t(problem)) };
  };
  return (
    <>
      <CodeField {...field('code')} send={send} sentHint={sentHint} />
      <NewPassword password={field('password')} repeat={field('repeat')} />
    </>
  );
}
