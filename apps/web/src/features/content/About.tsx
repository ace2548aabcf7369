import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { LinkCell, Logo, Page, Rows } from '../../ui/index.ts';
import { Articles } from './Articles.tsx';
import { contentText } from './text.ts';

export default function About() {
  const t = useText(contentText);
  const version = useGet('getSetting', { keyword: 'version' });
  const site = useGet('getSiteConfig', {});
  return (
    <Page title={t('about')}>
      <div className="flex flex-col items-center gap-3 pt-4 pb-8 text-center">
        <Logo className="size-20" />
        <p className="text-xl font-semibold">{site.data?.site_name}</p>
        <p className="min-h-5 text-sm text-muted tnum">
          {version.data !== undefined && t('version', { version: version.data })}
        </p>
      </div>
      <Articles query={useGet('aboutus', {})} />
      <Rows className="mt-6">
        <LinkCell to="/pages/mailMessage/ggList" label={t('news')} />
        <LinkCell to="/pages/common/faq" label={t('faq')} />
        <LinkCell to="/pages/setting/operational_compliance" label={t('compliance')} />
        <LinkCell to="/pages/common/contactus" label={t('contact')} />
      </Rows>
    </Page>
  );
}
