import { CloudOff, Compass, LogIn, RefreshCw, ZapOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ComponentProps } from 'react';
import { probeService } from '../lib/service.ts';
import { askLogin, go, isRedirecting, loginAddress } from '../lib/navigation.ts';
import { shellText } from '../lib/shell-text.ts';
import { useConnection } from '../lib/socket.ts';
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

const reload = (): void => location.reload();

/**
 * Reloads once the line is back: browsers keep the failure of a module. The first connection of a visit is no return: a
 * screen whose code is missing would reload forever.
 */
function useReloadOnReturn(): void {
  useEffect(() => {
    let lost = useConnection.getState().link === 'waiting';
    window.addEventListener('online', reload);
    const forget = useConnection.subscribe(({ link }) => {
      if (link === 'waiting') lost = true;
      if (link === 'open' && lost) reload();
    });
    return () => {
      window.removeEventListener('online', reload);
      forget();
    };
  }, []);
}

/** The code of a screen was not loaded: without a connection, or because a newer version has replaced it. */
function UnreachableScreen() {
  const t = useText(shellText);
  const [reached, setReached] = useState(false);
  useReloadOnReturn();
  useEffect(() => {
    let gone = false;
    void probeService().then((ready) => {
      if (!gone) setReached(ready === true);
    });
    return () => {
      gone = true;
    };
  }, []);
  return (
    <ErrorNotice
      icon={reached ? <RefreshCw /> : <CloudOff />}
      title={t('unreachable_title')}
      text={reached ? t('outdated') : t('unreachable_text')}
    >
      <Button onClick={reload}>{t('reload')}</Button>
    </ErrorNotice>
  );
}

/** Shown when a screen fails to load or throws while it renders. */
export function ErrorScreen({ error }: { readonly error: unknown }) {
  const t = useText(shellText);
  if (error instanceof Unreachable) return <UnreachableScreen />;
  return (
    <ErrorNotice icon={<ZapOff />} title={t('broken_title')} text={t('broken_text')}>
      <Button onClick={reload}>{t('reload')}</Button>
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
