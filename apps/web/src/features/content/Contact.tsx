import { Mail } from 'lucide-react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Page } from '../../ui/index.ts';
import { Articles } from './Articles.tsx';
import { contentText } from './text.ts';

export default function Contact() {
  const t = useText(contentText);
  return (
    <Page title={t('contact')}>
      <Articles query={useGet('contactus', {})} icon={<Mail />} />
    </Page>
  );
}
