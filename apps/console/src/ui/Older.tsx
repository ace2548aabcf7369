import { Button, Flex, Typography } from 'antd';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Reads the next page of a list. A page may be short before the end: the search stops after a while. */
export function Older({ read, isShort }: { read: Pages; isShort: boolean }) {
  if (!read.hasNextPage) return null;
  return (
    <Flex gap={12} align="center" style={{ marginTop: 16 }}>
      <Button loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
        Older
      </Button>
      {isShort && (
        <Typography.Text type="secondary">
          The search is not at the end yet. Older continues it.
        </Typography.Text>
      )}
    </Flex>
  );
}
