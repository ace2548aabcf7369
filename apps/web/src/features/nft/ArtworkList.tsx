import { ArrowDownWideNarrow, Gem, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { SentTo } from '../../lib/calls.ts';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Choice, Empty, IconButton, LoadedPages, Sheet, Tabs } from '../../ui/index.ts';
import { AutoMore } from './AutoMore.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { NO_FILTERS, SORTS, countOf, inputOf, useFilters } from './filters.ts';
import type { Filters } from './filters.ts';
import { nftText } from './text.ts';
import { GridSkeleton, TileGrid } from './TileCard.tsx';

const WAYS = ['', '1', '2', '3'] as const;
const WAY_LABELS = { '': 'all', 1: 'fixed', 2: 'auction', 3: 'blind_box' } as const;

interface ToolsProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** Way of sale, order and filters of a list. */
function Tools({ filters, onChange }: ToolsProps) {
  const t = useText(nftText);
  const [open, setOpen] = useState<'sort' | 'filter' | null>(null);
  const count = countOf(filters);
  return (
    <div className="mb-3 flex items-center gap-1">
      <Tabs
        label={t('sale')}
        variant="chips"
        className="min-w-0 flex-1"
        items={WAYS.map((id) => ({ id, label: t(WAY_LABELS[id]) }))}
        value={filters.payType}
        onChange={(payType) => onChange({ payType })}
      />
      <IconButton label={t('sort')} aria-haspopup="dialog" onClick={() => setOpen('sort')}>
        <ArrowDownWideNarrow />
      </IconButton>
      <IconButton
        label={count === 0 ? t('filters') : `${t('filters')}: ${count}`}
        aria-haspopup="dialog"
        className="relative"
        onClick={() => setOpen('filter')}
      >
        <SlidersHorizontal />
        {count > 0 && (
          <span
            className="absolute end-1 top-1 grid size-4.5 place-items-center rounded-full bg-gold text-[11px] font-semibold text-on-gold tnum"
            aria-hidden="true"
          >
            {count}
          </span>
        )}
      </IconButton>
      <FilterSheet
        open={open === 'filter'}
        filters={filters}
        onClose={() => setOpen(null)}
        onApply={(next) => {
          setOpen(null);
          onChange(next);
        }}
      />
      <Sheet open={open === 'sort'} onClose={() => setOpen(null)} title={t('sort')}>
        <div className="px-4 pb-5">
          <Choice
            label={t('sort')}
            options={SORTS.map((id) => ({ id, label: t(`sort_${id}`) }))}
            value={filters.sort}
            onChange={(sort) => {
              setOpen(null);
              onChange({ sort });
            }}
          />
        </div>
      </Sheet>
    </div>
  );
}

type Scope = Pick<SentTo<'bind_box/getBoxList'>, 'uid' | 'collection_id' | 'keyword'>;

/** Works with filters: of the marketplace, an artist, a collection or a search. `list` names it for the visit. */
export function ArtworkList({ list, scope = {} }: { readonly list: string; readonly scope?: Scope }) {
  const t = useText(nftText);
  const [filters, change] = useFilters(list);
  const works = usePages('get', 'bind_box/getBoxList', { ...inputOf(filters), ...scope });
  const isFiltered = countOf(filters) > 0 || filters.payType !== '';
  return (
    <>
      <Tools filters={filters} onChange={change} />
      <LoadedPages
        query={works}
        skeleton={<GridSkeleton />}
        empty={
          <Empty
            icon={<Gem />}
            text={t(isFiltered ? 'no_matches' : 'no_works')}
            next="back"
            action={
              isFiltered && (
                <Button variant="plain" onClick={() => change(NO_FILTERS)}>
                  {t('reset')}
                </Button>
              )
            }
          />
        }
      >
        {(tiles) => (
          <>
            <TileGrid tiles={tiles} />
            <AutoMore query={works} />
          </>
        )}
      </LoadedPages>
    </>
  );
}
