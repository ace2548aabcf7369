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

export function DialCodeList({
  chosen,
  onChoose,
}: {
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}) {
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
              {found.map(({ id, name, area_code }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-pressed={area_code === chosen}
                    onClick={() => onChoose(area_code)}
                    className={cx(
                      'flex min-h-12 w-full items-center gap-3 px-4 text-start text-lg active:bg-raised',
                      area_code === chosen && 'text-gold-ink',
                    )}
                  >
                    <span className="min-w-0 flex-1 py-2">{name}</span>
                    <span className="text-muted tnum">+{area_code}</span>
                    <Check className={cx('size-5', area_code !== chosen && 'invisible')} aria-hidden="true" />
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
