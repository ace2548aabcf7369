import type { VerificationRemark } from '@karat/contract';
import { Flex, Tag } from 'antd';
import { REMARKS } from './words.ts';

/** What the automatic check noticed, as tags; nothing noticed is said too. */
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
