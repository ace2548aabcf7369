import { POSITION_STATUS } from '@karat/contract';
import { amount, format } from '@karat/money';
import { returnOnMargin } from '@karat/rules';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../../lib/download.ts';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import { useMarkets, usePriceDecimals } from '../../../lib/markets.ts';
import { shellText } from '../../../lib/shell-text.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Button, Sheet } from '../../../ui/index.ts';
import { closedResultOf, positionValueOf, resultOf, sideOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { contractText } from './text.ts';

const SIZE = { width: 640, height: 800 } as const;

interface Words {
  readonly title: string;
  readonly side: string;
  readonly roi: string;
  readonly gains: boolean;
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly note: string;
}

const [GROUND, INK, MUTED] = ['#14161b', '#ffffff', '#a9adb8'];

/** Draws the card on a canvas, dark in either theme; loads nothing. */
function draw(canvas: HTMLCanvasElement, words: Words): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const gold = colour('--gold');
  const face = getComputedStyle(document.body).fontFamily;
  const write = (text: string, x: number, y: number, size: number, ink: string, weight = 400): void => {
    pen.fillStyle = ink;
    pen.font = `${weight} ${size}px ${face}`;
    pen.fillText(text, x, y, SIZE.width - 2 * 48);
  };
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  pen.fillStyle = gold;
  pen.fillRect(0, 0, SIZE.width, 8);
  write('Karat', 48, 92, 40, gold, 700);
  write(words.title, 48, 190, 36, INK, 600);
  write(words.side, 48, 240, 26, MUTED);
  write(words.roi, 48, 400, 96, colour(words.gains ? '--up' : '--down'), 700);
  words.lines.forEach(([name, value], at) => {
    write(name, 48, 492 + at * 80, 24, MUTED);
    write(value, 48, 528 + at * 80, 30, INK, 600);
  });
  write(words.note, 48, SIZE.height - 44, 20, MUTED);
}

/** A picture of a position to share or save. */
export default function ShareSheet({
  position,
  index,
  onClose,
}: {
  readonly position: Position;
  readonly index: string | undefined;
  readonly onClose: () => void;
}) {
  const t = useText(contractText);
  const locale = useLocale();
  const canvas = useRef<HTMLCanvasElement>(null);
  const shell = useText(shellText);
  const market = useMarkets().data?.find(({ id }) => id === position.match_id);
  // Simulated prices are always marked as such.
  const simulated = market?.source !== 'live';
  const ended = position.status === POSITION_STATUS.closed;
  const { mark } = positionValueOf(position, index);
  // The return of the position's card, after fees.
  const net = ended ? closedResultOf(position) : resultOf(position, index).net;
  const roi = returnOnMargin(net, amount(position.origin_caution_money));
  const decimals = usePriceDecimals(position.match_id);
  const number = (text: string): string =>
    formatNumber(text, decimals === undefined ? { kind: 'full' } : { kind: 'tick', decimals }, locale);
  const words: Words = {
    title: position.symbol,
    side: `${t(sideOf(position))} · ${position.multiple}×`,
    roi: `${roi > 0n ? '+' : ''}${formatNumber(format(roi), { kind: 'percent' }, locale)}`,
    gains: roi >= 0n,
    lines: [
      [t('open_price'), number(position.price)],
      [t(ended ? 'close_price' : 'mark'), number(ended ? (position.close_price ?? mark) : mark)],
      ...(position.closed_ms === null ? [] : [[t('ended'), formatTime(position.closed_ms, locale)] as const]),
    ],
    note: simulated ? `${shell('simulated')} · ${t('share_note')}` : t('share_note'),
  };
  useEffect(() => {
    if (canvas.current) draw(canvas.current, words);
  });
  const save = (): void =>
    canvas.current?.toBlob((picture) => {
      if (picture) saveFile(picture, `karat-${position.symbol.replace('/', '-')}-${position.id}.png`);
    });
  return (
    <Sheet open onClose={onClose} title={t('share')}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <canvas
          ref={canvas}
          width={SIZE.width}
          height={SIZE.height}
          role="img"
          aria-label={`${words.title} ${words.side} ${words.roi}`}
          className="mx-auto w-full max-w-72 rounded-lg"
        />
        <Button wide onClick={save}>
          {t('save_picture')}
        </Button>
      </div>
    </Sheet>
  );
}
