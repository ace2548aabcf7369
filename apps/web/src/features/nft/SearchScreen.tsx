import { useEffect, useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useText } from '../../lib/text.ts';
import { Page, SearchField, Tabs } from '../../ui/index.ts';
import { ArtistList } from './Artists.tsx';
import { ArtworkList } from './ArtworkList.tsx';
import { CollectionList } from './Collections.tsx';
import { nftText } from './text.ts';

const TABS = ['artworks', 'collections', 'artists'] as const;
type Tab = (typeof TABS)[number];
const KEYWORD_MAX = 40;
const DEBOUNCE_MS = 500;

/** Text once it has not changed for half a second. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Results({ tab, keyword }: { readonly tab: Tab; readonly keyword: string }) {
  switch (tab) {
    case 'artworks':
      return <ArtworkList list="search" scope={{ keyword }} />;
    case 'collections':
      return <CollectionList keyword={keyword} />;
    case 'artists':
      return <ArtistList keyword={keyword} />;
  }
}

/** Search by name of a work, collection or artist. */
export default function SearchScreen() {
  const t = useText(nftText);
  const asked = useParam('q') ?? '';
  const [text, setText] = useState(asked);
  const [tab, setTab] = useState<Tab>('artworks');
  const keyword = useDebounced(text.trim());
  const type = (next: string): void => {
    setText(next);
    // Going back from a work shows the same results.
    go.replace('/pages/nft/components/search', next.trim() === '' ? {} : { q: next.trim() });
  };
  return (
    <Page title={t('search')} back="/pages/nft/nft">
      <SearchField
        label={t('search_hint')}
        value={text}
        onValue={type}
        maxLength={KEYWORD_MAX}
        autoFocus={asked === ''}
      />
      <Tabs
        label={t('search')}
        className="mt-2 mb-4"
        items={TABS.map((id) => ({ id, label: t(id) }))}
        value={tab}
        onChange={setTab}
      />
      {keyword === '' ? (
        <p className="py-12 text-center text-base text-muted">{t('search_text')}</p>
      ) : (
        <Results key={`${tab} ${keyword}`} tab={tab} keyword={keyword} />
      )}
    </Page>
  );
}
