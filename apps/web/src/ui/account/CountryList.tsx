import { HOUR_MS } from '@karat/rules';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { cx } from '../cx.ts';
import { SearchField } from '../Field.tsx';
import { List } from '../List.tsx';
import { Empty, Loaded } from '../Loaded.tsx';
import { accountText } from './text.ts';

interface DialCode {
  readonly id: string;
  readonly name: string;
  readonly area_code: string;
}

/** Countries whose name or dialling code contains the search text. */
export function dialCodesMatching(areas: readonly DialCode[], wanted: string): readonly DialCode[] {
  const needle = wanted.trim().replace(/^\+/, '').toLocaleLowerCase();
  return areas.filter(
    ({ name, area_code }) => name.toLocaleLowerCase().includes(needle) || area_code.startsWith(needle),
  );
}

interface CountryListProps {
  /** What is chosen: a country's code, or its dialling code. */
  readonly by: 'id' | 'area_code';
  readonly chosen: string | null;
  readonly onChoose: (code: string) => void;
}

/** Countries and territories with a search by name and dialling code. */
export function CountryList({ by, chosen, onChoose }: CountryListProps) {
  const t = useText(accountText);
  const [wanted, setWanted] = useState('');
  const areas = useGet('areas', {}, { freshMs: HOUR_MS });
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={t('area_search')} value={wanted} onValue={setWanted} />
      <Loaded query={areas}>
        {(all) => {
          const found = dialCodesMatching(all, wanted);
          if (found.length === 0) return <Empty text={t('area_none')} />;
          return (
            <List ground="flush">
              {found.map((country) => (
                <li key={country.id}>
                  <button
                    type="button"
                    aria-pressed={country[by] === chosen}
                    onClick={() => onChoose(country[by])}
                    className={cx(
                      'flex min-h-12 w-full items-center gap-3 px-4 text-start text-lg active:bg-raised',
                      country[by] === chosen && 'text-gold-ink',
                    )}
                  >
                    <span className="min-w-0 flex-1 py-2">{country.name}</span>
                    {by === 'area_code' && <span className="text-muted tnum">+{country.area_code}</span>}
                    <Check
                      className={cx('size-5', country[by] !== chosen && 'invisible')}
                      aria-hidden="true"
                    />
                  </button>
                </li>
              ))}
            </List>
          );
        }}
      </Loaded>
    </div>
  );
}
