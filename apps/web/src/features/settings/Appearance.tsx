import { prefer, usePreferences } from '../../lib/preferences.ts';
import type { ThemeChoice } from '../../lib/preferences.ts';
import { useText } from '../../lib/text.ts';
import { Change, Choice, Page, Rows, Sparkline, Switch } from '../../ui/index.ts';
import { settingsText } from './text.ts';

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark'];
/** Prices of the preview; only their direction matters. */
const RISING = ['1', '2', '1.6', '2.4', '2.2', '3'];
const FALLING = RISING.toReversed();

function Preview() {
  const t = useText(settingsText);
  return (
    <div className="grid grid-cols-2 gap-3" aria-label={t('preview')} role="group">
      <div className="flex flex-col items-center gap-2 rounded-lg bg-surface p-4">
        <Sparkline values={RISING} width={96} height={36} />
        <Change value="+2.40" badge />
      </div>
      <div className="flex flex-col items-center gap-2 rounded-lg bg-surface p-4">
        <Sparkline values={FALLING} width={96} height={36} />
        <Change value="-1.75" badge />
      </div>
    </div>
  );
}

/** Theme and up/down colours. */
export default function Appearance() {
  const t = useText(settingsText);
  const { theme, redUp } = usePreferences();
  return (
    <Page title={t('appearance')} back="/pages/setting/setting">
      <div className="flex flex-col gap-6">
        <Choice
          label={t('theme')}
          options={THEMES.map((id) => ({
            id,
            label: t(`theme_${id}`),
            ...(id === 'system' ? { hint: t('theme_system_hint') } : {}),
          }))}
          value={theme}
          onChange={(chosen) => prefer({ theme: chosen })}
        />
        <Rows title={t('colours')}>
          <Switch
            label={t('red_up')}
            hint={t('red_up_hint')}
            on={redUp}
            onSwitch={(on) => prefer({ redUp: on })}
          />
        </Rows>
        <Preview />
      </div>
    </Page>
  );
}
