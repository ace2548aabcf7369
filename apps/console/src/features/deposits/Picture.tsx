import { Image, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { token } from '../../lib/session.ts';
import { Failure } from '../../ui/Page.tsx';

async function read(address: string): Promise<Blob> {
  const own = token();
  const response = await fetch(address, own === null ? {} : { headers: { Authorization: own } });
  if (!response.ok) throw new Error('The picture cannot be loaded');
  return response.blob();
}

/** A picture that only its sender and reviewers see; it is kept nowhere but on this page. */
export function Picture({ address }: { address: string }) {
  const [made, setMade] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let left = false;
    read(address).then(
      (blob) => {
        if (left) return;
        url = URL.createObjectURL(blob);
        setMade(url);
      },
      (failure: Error) => setError(failure),
    );
    return () => {
      left = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [address]);
  if (error) return <Failure error={error} />;
  return made === null ? <Skeleton.Image active /> : <Image src={made} alt="Voucher" width={320} />;
}
