import { DRAWING_TEXT_MAX } from '@karat/contract';
import type { DrawingTool } from '@karat/contract';
import { parse } from '@karat/money';
import { AlignJustify, Minus, MoveUpRight, Trash2, TrendingUp, Type } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { colonOf } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Button, Empty, Field, IconButton, List, Sheet } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { tradeText } from '../text.ts';
import { cleaned } from '../ticket/form.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { TOOLS, TOOL_NAMES } from './drawing-tools.ts';
import type { ActiveTool, Drawing } from './drawing-tools.ts';

const ICONS: Readonly<Record<DrawingTool, LucideIcon>> = {
  trend: TrendingUp,
  ray: MoveUpRight,
  horizontal: Minus,
  fibonacci: AlignJustify,
  text: Type,
};

/** The tools; a text is typed before it is placed. A keyboard places a drawing at the last price. */
function Tools({ onTool }: { readonly onTool: (active: ActiveTool) => void }) {
  const t = useText(tradeText);
  const [text, setText] = useState('');
  const [writes, setWrites] = useState(false);
  return (
    <>
      <div className="grid grid-cols-5 gap-1">
        {TOOLS.map((tool) => {
          const Icon = ICONS[tool];
          return (
            <button
              key={tool}
              type="button"
              aria-expanded={tool === 'text' ? writes : undefined}
              onClick={(event) =>
                tool === 'text' ? setWrites(!writes) : onTool({ tool, text: '', atOnce: event.detail === 0 })
              }
              className="flex min-h-16 flex-col items-center gap-1 rounded-md py-2 text-center text-xs active:bg-raised [&_svg]:size-5.5 [&_svg]:text-gold-ink"
            >
              <Icon aria-hidden="true" />
              {t(TOOL_NAMES[tool])}
            </button>
          );
        })}
      </div>
      {writes && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') onTool({ tool: 'text', text: text.trim() });
          }}
        >
          <Field
            label={t('tool_text')}
            value={text}
            onValue={setText}
            maxLength={DRAWING_TEXT_MAX}
            className="min-w-0 flex-1"
          />
          <Button type="submit" disabled={text.trim() === ''}>
            {t('place_text')}
          </Button>
        </form>
      )}
    </>
  );
}

type PriceField = 'from_price' | 'to_price';

/** A drawing with its prices; a changed price moves it. */
function DrawingRow({
  drawing,
  market,
  onMoved,
  onRemove,
}: {
  readonly drawing: Drawing;
  readonly market: Quotation;
  readonly onMoved: (drawing: Drawing) => void;
  readonly onRemove: () => void;
}) {
  const t = useText(tradeText);
  const locale = useLocale();
  const name = drawing.text === '' ? t(TOOL_NAMES[drawing.tool]) : drawing.text;
  const [prices, setPrices] = useState({
    from_price: drawing.from_price,
    to_price: drawing.to_price ?? '',
  });
  const field = (which: PriceField, label: string) => (
    <NumberField
      label={`${name}${colonOf(locale)}${label}`}
      short={label}
      unit={market.legal_name}
      value={prices[which]}
      onText={(raw) => {
        const text = cleaned(raw, tickDecimals(market));
        setPrices({ ...prices, [which]: text });
        if ((parse(text) ?? 0n) > 0n) onMoved({ ...drawing, [which]: text });
      }}
    />
  );
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 font-medium">{name}</span>
        <IconButton label={`${t('delete_drawing')}: ${name}`} onClick={onRemove} className="text-muted">
          <Trash2 />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {field('from_price', drawing.to_price === null ? t('price') : t('from_price'))}
        {drawing.to_price !== null && field('to_price', t('to_price'))}
      </div>
    </li>
  );
}

interface DrawingSheetProps {
  readonly market: Quotation;
  readonly list: readonly Drawing[];
  /** Only this drawing is shown, without the tools. */
  readonly picked: string | undefined;
  readonly onTool: (active: ActiveTool) => void;
  readonly onMoved: (drawing: Drawing) => void;
  readonly onRemove: (id: string) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** Tools, and the drawings of the market with their prices. */
export default function DrawingSheet({
  market,
  list,
  picked,
  onTool,
  onMoved,
  onRemove,
  onClear,
  onClose,
}: DrawingSheetProps) {
  const t = useText(tradeText);
  const shown = picked === undefined ? list : list.filter(({ client_id: id }) => id === picked);
  return (
    <Sheet open onClose={onClose} title={t('drawings')}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        {picked === undefined && <Tools onTool={onTool} />}
        {shown.length === 0 && <Empty text={t('no_drawings')} next="beside" className="py-4!" />}
        <List>
          {shown.map((drawing) => (
            <DrawingRow
              key={drawing.client_id}
              drawing={drawing}
              market={market}
              onMoved={onMoved}
              onRemove={() => {
                onRemove(drawing.client_id);
                if (picked !== undefined) onClose();
              }}
            />
          ))}
        </List>
        {picked === undefined && list.length > 1 && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            {t('delete_all_drawings')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
