import { CloudOff, Compass, LogIn, ZapOff } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { askLogin, go, toLogin } from '../lib/navigation.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { Unreachable } from './unreachable.ts';

function Notice({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <Page title="" name={title}>
      <div className="m-auto flex max-w-[320px] flex-col items-center gap-5 pb-24 text-center">
        <span
          className="grid size-20 place-items-center rounded-full bg-gold-soft text-gold-ink [&_svg]:size-9"
          aria-hidden="true"
        >
          {icon}
        </span>
        <div>
          <h1 tabIndex={-1} className="text-xl font-semibold outline-none">
            {title}
          </h1>
          {text !== undefined && <p className="mt-2 text-base text-muted">{text}</p>}
        </div>
        {children}
      </div>
    </Page>
  );
}

/** An address that does not exist. */
export function Missing() {
  const t = useText(shellText);
  return (
    <Notice icon={<Compass />} title={t('missing_title')} text={t('missing_text')}>
      <Button onClick={() => go.replace('/')}>{t('go_home')}</Button>
    </Notice>
  );
}

/** A screen that did not arrive, or that broke while it was shown. */
export function Broken({ error }: { readonly error: unknown }) {
  const t = useText(shellText);
  const unreachable = error instanceof Unreachable;
  return (
    <Notice
      icon={unreachable ? <CloudOff /> : <ZapOff />}
      title={unreachable ? t('unreachable_title') : t('broken_title')}
      text={unreachable ? t('unreachable_text') : t('broken_text')}
    >
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </Notice>
  );
}

/** In the place of a protected screen, for a visitor who came to its address directly. */
export function Gate() {
  const t = useText(shellText);
  useEffect(() => askLogin(go.here(), 'replace'), []);
  return (
    <Notice icon={<LogIn />} title={t('please_login')}>
      <Button onClick={() => toLogin(go.here(), 'replace')}>{t('login')}</Button>
    </Notice>
  );
}
