import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { words } from '../../lib/format.ts';
import { LINE_COLOURS, MISMATCHES } from './words.ts';

type Line = Pick<ReplyOf<'console/fiat_lines'>['data'][number], 'state' | 'mismatch'>;

/** State of a statement line, and why it does not match its purchase. */
export const LineState = ({ line: { state, mismatch } }: { line: Line }) => (
  <>
    <Tag color={LINE_COLOURS[state]}>{words(state)}</Tag>
    {mismatch !== null && <Tag color="red">{MISMATCHES[mismatch]}</Tag>}
  </>
);
