import { useMutation } from '@tanstack/react-query';
import { Button, Flex, Tag } from 'antd';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';

/** A picture that is uploaded and not sent yet. */
export interface UploadedPicture {
  readonly address: string;
  readonly name: string;
}

/** Uploads a picture for an answer; it is re-encoded, and the customer sees it once the answer is sent. */
export function AnswerPicture({
  id,
  picture,
  choose,
}: {
  id: number;
  picture: UploadedPicture | null;
  choose: (picture: UploadedPicture | null) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => ({
      address: await api.upload('console/support_upload', { id }, file),
      name: file.name,
    }),
    onSuccess: choose,
  });
  return (
    <Flex vertical gap={4}>
      <input
        ref={field}
        type="file"
        aria-label="Picture"
        accept="image/jpeg,image/png,image/webp"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) upload.mutate(file);
        }}
      />
      {picture === null ? (
        <Button loading={upload.isPending} onClick={() => field.current?.click()}>
          Add picture
        </Button>
      ) : (
        <Tag closable onClose={() => choose(null)}>
          {picture.name}
        </Tag>
      )}
      <Failure error={upload.error} />
    </Flex>
  );
}
