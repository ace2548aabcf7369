import { Headset, Mail } from 'lucide-react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { LinkCell, Page, Rows } from '../../ui/index.ts';
import { Articles } from './Articles.tsx';
import { contentText } from './text.ts';

export default function Contact() {
  const t = useText(contentText);
  return (
    <Page title={t('contact')}>
      <Rows className="mb-4">
        <LinkCell to="/pages/kefu/index" icon={<Headset />} label={t('support')} hint={t('support_hint')} />
      </Rows>
      <Articles query={useGet('contactus', {})} icon={<Mail />} />
    </Page>
  );
}
