import { useMutation } from '@tanstack/react-query';
import { go } from '../../lib/navigation.ts';
import { queryClient } from '../../lib/query-client.ts';
import { chooseRegion, useRegion } from '../../lib/region.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { CountryList } from '../../ui/account/CountryList.tsx';
import { LinkButton, Page } from '../../ui/index.ts';
import { regionText } from './text.ts';

/** Saves a region and returns to the settings. */
export function useRegionChoice() {
  const t = useText(regionText);
  const { mutate, isPending } = useMutation(
    {
      mutationFn: chooseRegion,
      onSuccess: () => {
        toast(t('saved'), 'good');
        go.back('/pages/setting/setting');
      },
    },
    queryClient,
  );
  return { choose: (region: string) => mutate(region), busy: isPending };
}

/** Chooses the region, whose rules decide what is offered. */
export default function ChooseRegion() {
  const t = useText(regionText);
  const region = useRegion();
  const { choose } = useRegionChoice();
  return (
    <Page title={t('title')} back="/pages/setting/setting">
      <p className="mb-3 px-1 text-sm text-muted">{t('note')}</p>
      <LinkButton variant="plain" to="/open-location" className="mb-4">
        {t('suggest')}
      </LinkButton>
      <CountryList by="id" chosen={region} onChoose={choose} />
    </Page>
  );
}
