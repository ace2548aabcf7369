import { Image, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { token } from '../../lib/session.ts';
import { Failure } from '../../ui/Page.tsx';

/** A private file, fetched with the session of the operator. */
async function fetchFile(address: string): Promise<Blob> {
  const response = await fetch(address, { headers: { Authorization: token() ?? '' } });
  if (!response.ok) throw new Error('The picture could not be loaded');
  return response.blob();
}

/** The screenshot that a buyer sent. */
export function ProofPicture({ address }: { address: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    fetchFile(address).then(
      (blob) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setShown(made);
      },
      (failure: Error) => setError(failure),
    );
    return () => {
      left = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [address]);
  if (error) return <Failure error={error} />;
  return shown === null ? (
    <Skeleton.Image active />
  ) : (
    <Image src={shown} alt="Proof of payment" style={{ maxHeight: 360, maxWidth: '100%' }} />
  );
}
