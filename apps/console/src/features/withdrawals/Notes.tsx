import type { RiskNote } from '@karat/contract';
import { Flex, Tag } from 'antd';
import { NOTES } from './words.ts';

/** Findings of the risk rules as tags. */
export function Notes({ notes }: { notes: readonly RiskNote[] }) {
  return (
    <Flex gap={4} wrap style={{ maxWidth: 270 }}>
      {notes.map((note) => (
        <Tag key={note} color="orange">
          {NOTES[note]}
        </Tag>
      ))}
    </Flex>
  );
}
