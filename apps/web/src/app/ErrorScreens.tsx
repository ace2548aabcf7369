import { CloudOff, Compass, LogIn, ZapOff } from 'lucide-react';
import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import { askLogin, go, isRedirecting, loginAddress } from '../lib/navigation.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { StatusMessage } from './StatusMessage.tsx';
import { Unreachable } from './unreachable.ts';

/** A status message as a whole page. */
const ErrorNotice = (props: ComponentProps<typeof StatusMessage>) => (
  <Page title="" name={props.title}>
    <StatusMessage {...props} />
  </Page>
);

export function NotFoundScreen() {
  const t = useText(shellText);
  return (
    <ErrorNotice icon={<Compass />} title={t('missing_title')} text={t('missing_text')}>
      <Button onClick={() => go.replace('/')}>{t('go_home')}</Button>
    </ErrorNotice>
  );
}

/** Shown when a screen fails to load or throws while it renders. */
export function ErrorScreen({ error }: { readonly error: unknown }) {
  const t = useText(shellText);
  const unreachable = error instanceof Unreachable;
  return (
    <ErrorNotice
      icon={unreachable ? <CloudOff /> : <ZapOff />}
      title={unreachable ? t('unreachable_title') : t('broken_title')}
      text={unreachable ? t('unreachable_text') : t('broken_text')}
    >
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </ErrorNotice>
  );
}

/** Shown in place of a protected screen, to visitors and after a session has ended. */
export function RequireLogin() {
  const t = useText(shellText);
  useEffect(() => {
    // The code that ended the session may have shown its own toast and redirect.
    if (!isRedirecting()) askLogin(go.here(), 'replace');
  }, []);
  return (
    <ErrorNotice icon={<LogIn />} title={t('please_login')}>
      <Button onClick={() => loginAddress(go.here(), 'replace')}>{t('login')}</Button>
    </ErrorNotice>
  );
}
