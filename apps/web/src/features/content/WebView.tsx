import { HOUR_MS } from '@karat/rules';
import { ExternalLink, Globe } from 'lucide-react';
import { useEffect } from 'react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, Loaded, Page } from '../../ui/index.ts';
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

function View({ hosts }: { readonly hosts: readonly string[] }) {
  const t = useText(contentText);
  const title = useParam('title') ?? t('web_page');
  const address = readWebAddress(useParam('url'), location.origin, hosts);
  const inApp = address.kind === 'app' ? address.address : undefined;
  useEffect(() => {
    if (inApp !== undefined) go.toAddress(inApp, 'replace');
  }, [inApp]);
  switch (address.kind) {
    case 'app':
      return null;
    case 'document':
      return <iframe src={address.href} title={title} className="w-full flex-1 border-0 bg-surface" />;
    case 'listed':
      return <Leave href={address.href} host={address.host} />;
    case 'refused':
      return <Empty icon={<Globe />} text={t('web_none')} next="home" />;
  }
}

/** A web page by `?url=`, with the default bar. */
export default function WebView() {
  const t = useText(contentText);
  const site = useGet('getSiteConfig', {}, { freshMs: HOUR_MS });
  return (
    <Page title={useParam('title') ?? t('web_page')}>
      <Loaded query={site}>{({ web_hosts }) => <View hosts={web_hosts} />}</Loaded>
    </Page>
  );
}
