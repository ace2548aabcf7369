import { isPreferenceKey, readPreferences, usePreferences } from './preferences.ts';
import { readSession, useSession } from './session.ts';
import { changeLanguage } from './text.ts';

/** A login, a logout or a changed preference of another tab applies here too. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // Null: the other tab has cleared everything.
    if (key === 'token' || key === null) useSession.setState(readSession());
    if (key !== null && !isPreferenceKey(key)) return;
    const { language, ...others } = readPreferences();
    usePreferences.setState(others);
    // Only then: a language that was selected here may still be loading. Where texts cannot be loaded the language stays.
    if (key === 'language' || key === null) changeLanguage(language).catch(() => undefined);
  });
}
