import { LANGUAGE_NAMES, localeOf } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { api } from '../../lib/api.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { changeLanguage, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Choice, Page } from '../../ui/index.ts';
import { settingsText } from './text.ts';

const OPTIONS = (Object.keys(LANGUAGE_NAMES) as Lang[]).map((id) => ({
  id,
  label: LANGUAGE_NAMES[id],
  lang: localeOf(id),
}));

/** Selects the language; stored with the account, so that messages use it too. */
export default function Language() {
  const t = useText(settingsText);
  const shell = useText(shellText);
  const language = usePreferences((state) => state.language);
  const choose = (lang: Lang): void => {
    changeLanguage(lang).catch(() => toast(shell('network_lost'), 'bad'));
    if (useSession.getState().token === null) return;
    api.post('user/preferences', { language: lang }, { quiet: true }).catch(() => undefined);
  };
  return (
    <Page title={t('language')} back="/pages/setting/setting">
      <Choice label={t('language')} options={OPTIONS} value={language} onChange={choose} />
    </Page>
  );
}
