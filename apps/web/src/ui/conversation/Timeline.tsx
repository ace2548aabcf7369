import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNow } from '../../lib/now.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button } from '../Button.tsx';
import { nameOfDay, startOfDay } from './days.ts';
import { conversationText } from './text.ts';

/** An entry of the list: a message, or an event. */
export interface TimelineEntry {
  readonly key: string;
  readonly atMs: number;
  /** From this device: the list follows it to the end. */
  readonly own: boolean;
  /** What a screen reader announces when it arrives; empty for nothing. */
  readonly spoken: string;
  readonly node: ReactNode;
}

interface TimelineProps {
  /** Accessible name of the list. */
  readonly label: string;
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[];
  readonly hasOlder: boolean;
  readonly loadingOlder: boolean;
  readonly onOlder: () => void;
  /** Before the first entry, once nothing older exists. */
  readonly head?: ReactNode;
  /** After the last entry: who is typing. */
  readonly foot?: ReactNode;
}

/** Distance to the end that counts as being there, px. */
const NEAR_PX = 64;

interface Scroll {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly unseen: number;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

/** Follows new entries only while the reader is at the end; older ones that are added above do not move the text. */
function useScroll(entries: readonly TimelineEntry[]): Scroll {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const before = useRef({ first: '', last: '', height: 0 });
  const [seenKey, setSeenKey] = useState<string | null>(null);
  const lastKey = entries.at(-1)?.key ?? '';

  const toEnd = (): void => {
    const element = list.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    atEnd.current = true;
    setSeenKey(null);
  };

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { first, last, height } = before.current;
    const firstKey = entries[0]?.key ?? '';
    const isOwnNew = last !== lastKey && entries.at(-1)?.own === true;
    if (first !== firstKey && last === lastKey && !atEnd.current)
      element.scrollTop += element.scrollHeight - height;
    else if (atEnd.current || isOwnNew) toEnd();
    else if (last !== lastKey) setSeenKey((seen) => seen ?? last);
    before.current = { first: firstKey, last: lastKey, height: element.scrollHeight };
  }, [entries, lastKey]);

  // A keyboard or a picture changes the height: who was at the end stays there.
  useEffect(() => {
    const element = list.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    const content = element.firstElementChild;
    if (content) observer.observe(content);
    return () => observer.disconnect();
  }, []);

  const onScroll = (): void => {
    const element = list.current;
    if (!element) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    if (atEnd.current && seenKey !== null) setSeenKey(null);
  };

  const seenAt = seenKey === null ? -1 : entries.findIndex(({ key }) => key === seenKey);
  const unseen = seenKey === null ? 0 : entries.slice(seenAt + 1).filter(({ own }) => !own).length;
  return { list, unseen, onScroll, toEnd };
}

/** Announces entries of others that arrive after the first reading. */
function useAnnouncement(entries: readonly TimelineEntry[]): string {
  const last = entries.at(-1);
  const [announced, setAnnounced] = useState<{ readonly key: string | undefined; readonly text: string }>({
    key: last?.key,
    text: '',
  });
  if (announced.key !== last?.key) {
    const isFirst = announced.key === undefined;
    setAnnounced({ key: last?.key, text: isFirst || !last || last.own ? '' : last.spoken });
  }
  return announced.text;
}

/** A list of messages with days between them; it scrolls by itself, with a button to the newest ones. */
export function Timeline({ label, entries, hasOlder, loadingOlder, onOlder, head, foot }: TimelineProps) {
  const t = useText(conversationText);
  const locale = useLocale();
  const now = useNow();
  const { list, unseen, onScroll, toEnd } = useScroll(entries);
  const announcement = useAnnouncement(entries);
  return (
    <div className="relative flex min-h-0 flex-1 basis-0 flex-col">
      <div
        ref={list}
        onScroll={onScroll}
        // Scrollable by keys.
        tabIndex={0}
        role="region"
        aria-label={label}
        className="min-h-0 flex-1 basis-0 overflow-y-auto overscroll-contain px-4 outline-offset-[-2px]"
      >
        <div className="flex min-h-full flex-col justify-end py-3">
          {hasOlder ? (
            <Button variant="quiet" size="sm" className="mx-auto" busy={loadingOlder} onClick={onOlder}>
              {t('older')}
            </Button>
          ) : (
            head
          )}
          <ol className="flex flex-col gap-1.5">
            {entries.map((entry, at) => {
              const previous = entries[at - 1];
              const isNewDay = !previous || startOfDay(previous.atMs) !== startOfDay(entry.atMs);
              return (
                <li key={entry.key}>
                  {isNewDay && (
                    <p className="my-3 text-center text-xs text-muted">
                      <span className="rounded-full bg-raised px-3 py-1">
                        {nameOfDay(entry.atMs, now, locale)}
                      </span>
                    </p>
                  )}
                  {entry.node}
                </li>
              );
            })}
          </ol>
          {foot}
        </div>
      </div>
      {unseen > 0 && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-semibold text-gold-ink shadow-(--shadow)"
        >
          <ArrowDown className="size-4" aria-hidden="true" />
          {t('new_messages', { count: unseen })}
        </button>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
