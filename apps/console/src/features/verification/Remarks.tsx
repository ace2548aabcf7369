import type { VerificationRemark } from '@karat/contract';
import { Flex, Tag } from 'antd';
import { REMARKS } from './words.ts';

/** Findings of the automatic check as tags, or that there are none. */
export function Remarks({ remarks }: { remarks: readonly VerificationRemark[] }) {
  if (remarks.length === 0) return <>none</>;
  return (
    <Flex gap={4} wrap>
      {remarks.map((remark) => (
        <Tag key={remark} color="orange">
          {REMARKS[remark]}
        </Tag>
      ))}
    </Flex>
  );
}
