import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Failure, Part } from '../../ui/Page.tsx';

const OWNERS = { own: 'the user', other: 'another person' } as const;
const HOSTINGS = { self: 'wallet with own keys', exchange: 'wallet at an exchange' } as const;

/** Whose wallet a withdrawal pays; it is read on demand, because each look is written to the audit log. */
export function Beneficiary({ id }: { id: number }) {
  const [isWanted, setWanted] = useState(false);
  const read = useQuery({
    queryKey: ['console/withdrawal_beneficiary', id],
    queryFn: () => api.get('console/withdrawal_beneficiary', { id }),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    meta: { once: true },
  });
  return (
    <Part title="Recipient wallet">
      <Failure error={read.error} retry={() => void read.refetch()} />
      {read.data === undefined && (
        <Button loading={read.isFetching} onClick={() => setWanted(true)}>
          Show whose wallet it is
        </Button>
      )}
      {read.data === null && 'Not required: below the limit, or no address.'}
      {read.data && (
        <Facts
          label="Recipient wallet"
          facts={[
            ['Owner', OWNERS[read.data.owner]],
            ['Name', read.data.name],
            ['Kind', HOSTINGS[read.data.hosting]],
            ['Exchange', read.data.exchange],
          ]}
        />
      )}
    </Part>
  );
}
