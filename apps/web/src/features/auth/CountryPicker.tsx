import { go } from '../../lib/navigation.ts';
import { prefer, usePreferences } from '../../lib/preferences.ts';
import { useText } from '../../lib/text.ts';
import { CountryList } from '../../ui/account/CountryList.tsx';
import { accountText } from '../../ui/account/text.ts';
import { Page } from '../../ui/index.ts';

/** Picks the default dialling code of login and registration. */
export default function CountryPicker() {
  const t = useText(accountText);
  const area = usePreferences((state) => state.area);
  const choose = (code: string): void => {
    prefer({ area: code });
    go.back('/pages/setting/setting');
  };
  return (
    <Page title={t('area')} back="/pages/setting/setting">
      <CountryList by="area_code" chosen={area} onChoose={choose} />
    </Page>
  );
}
