import { MessageCircleOff } from 'lucide-react';
import { useText } from '../../lib/text.ts';
import { Empty, LinkButton, Page } from '../../ui/index.ts';
import { supportText } from './text.ts';

/** A conversation that does not exist, or belongs to someone else. */
export function MissingConversation() {
  const t = useText(supportText);
  return (
    <Page title={t('title')} back="/pages/kefu/index">
      <Empty
        icon={<MessageCircleOff />}
        text={t('missing')}
        action={<LinkButton to="/pages/kefu/index">{t('title')}</LinkButton>}
      />
    </Page>
  );
}
