import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import type { ReactNode } from 'react';

const PICTURES = 'image/jpeg,image/png,image/webp';

/** A field that uploads the chosen file at once; what was uploaded stands below. Pictures unless other types are named. */
export function FileField<Uploaded>({
  label,
  extra,
  accept = PICTURES,
  send,
  onUploaded,
  children,
}: {
  label: string;
  extra?: string;
  accept?: string;
  send: (file: File) => Promise<Uploaded>;
  onUploaded: (uploaded: Uploaded) => void;
  children?: ReactNode;
}) {
  const upload = useMutation({ mutationFn: send, onSuccess: onUploaded });
  return (
    <Form.Item label={label} extra={extra}>
      <Input
        type="file"
        aria-label={label}
        accept={accept}
        disabled={upload.isPending}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) upload.mutate(file);
        }}
      />
      {upload.error && <Alert type="error" title={upload.error.message} />}
      {children}
    </Form.Item>
  );
}
