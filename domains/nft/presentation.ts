import { userId } from '@karat/contract';
import { change, momentText } from '@karat/domains/operators';
import type { Payload, Present } from '@karat/domains/operators';
import { contentsTotal, oddsPercent } from '@karat/rules';
import { format } from '@karat/money';
import { artistNames } from './artist-store.ts';
import { findArtworks } from './artwork-store.ts';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import type { SeriesTerms } from './types.ts';

/** A new series with its contents and odds. */
export const presentSeries =
  (deps: NftDeps, read: (payload: Payload) => SeriesTerms): Present =>
  async (db, payload) => {
    const terms = read(payload);
    const artist = userId(terms.artist);
    const names = await artistNames(db, [artist]);
    const currencyOf = await currenciesOf(deps, db);
    const currency = deps.policy.currencies.find((each) => Number(each) === terms.currency);
    const artworks = await findArtworks(
      db,
      terms.contents.map(({ artwork }) => artwork),
    );
    const total = contentsTotal(terms.contents);
    const added = (label: string, value: string) => change(label, null, value);
    return {
      title: 'Add a series of blind boxes',
      subject: `${terms.name} by ${names.get(terms.artist) ?? terms.artist}`,
      changes: [
        added('Artist', `${terms.artist} ${names.get(terms.artist) ?? ''}`),
        added('Price of a box', `${terms.price} ${currency === undefined ? '' : currencyOf(currency).code}`),
        added('Boxes', String(total)),
        added('Boxes per user', String(terms.userMax)),
        added('Sale starts', momentText(terms.startMs)),
        added('Sale ends', momentText(terms.endMs)),
        ...terms.contents.map(({ artwork: id, count }) => {
          const artwork = artworks.get(id);
          return added(
            `${artwork?.name ?? id} (${artwork?.rarity ?? '?'})`,
            `${count} of ${total}, ${format(oddsPercent(count, total))} %`,
          );
        }),
      ],
    };
  };
