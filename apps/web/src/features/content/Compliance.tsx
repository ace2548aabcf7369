import { Scale } from 'lucide-react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Page } from '../../ui/index.ts';
import { Articles } from './Articles.tsx';
import { contentText } from './text.ts';

export default function Compliance() {
  const t = useText(contentText);
  return (
    <Page title={t('compliance')}>
      <Articles query={useGet('operational_compliance', {})} icon={<Scale />} />
    </Page>
  );
}
