import { useQuery } from '@tanstack/react-query';
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

function useShown(file: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    setShown(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return shown;
}

/** The screenshot that a buyer sent. */
export function ProofPicture({ address }: { address: string }) {
  const file = useQuery({ queryKey: ['file', address], queryFn: () => fetchFile(address) });
  const shown = useShown(file.data);
  if (file.error) return <Failure error={file.error} retry={() => void file.refetch()} />;
  return shown === undefined ? (
    <Skeleton.Image active />
  ) : (
    <Image src={shown} alt="Proof of payment" style={{ maxHeight: 360, maxWidth: '100%' }} />
  );
}
