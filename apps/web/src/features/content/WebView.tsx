import { ExternalLink, Globe } from 'lucide-react';
import { useParam } from '../../lib/params.ts';
import { useText } from '../../lib/text.ts';
import { Empty, Page } from '../../ui/index.ts';
import { contentText } from './text.ts';
import { readWebAddress } from './web-address.ts';

function Leave({ href, host }: { readonly href: string; readonly host: string }) {
  const t = useText(contentText);
  return (
    <div className="m-auto flex max-w-[320px] flex-col items-center gap-5 pb-24 text-center">
      <span
        className="grid size-20 place-items-center rounded-full bg-gold-soft text-gold-ink"
        aria-hidden="true"
      >
        <Globe className="size-9" />
      </span>
      <p className="text-xl font-semibold break-all">{host}</p>
      <p className="text-base text-muted">{t('leaving')}</p>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-12 items-center gap-2 rounded-md bg-gold px-5 text-lg font-semibold text-on-gold"
      >
        {t('open_browser')}
        <ExternalLink className="size-5" aria-hidden="true" />
      </a>
    </div>
  );
}

/** A web page by `?url=`, with the default bar. */
export default function WebView() {
  const t = useText(contentText);
  const title = useParam('title');
  const address = readWebAddress(useParam('url'), location.origin);
  return (
    <Page title={title ?? t('web_page')} className={address.kind === 'own' ? 'p-0' : ''}>
      {address.kind === 'own' && (
        <iframe
          src={address.href}
          title={title ?? t('web_page')}
          className="w-full flex-1 border-0 bg-surface"
        />
      )}
      {address.kind === 'other' && <Leave href={address.href} host={address.host} />}
      {address.kind === 'none' && <Empty icon={<Globe />} text={t('web_none')} />}
    </Page>
  );
}
