import { Alert, Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

/** A page: title, purpose, actions at the right, content. */
export function Page({
  title,
  hint,
  actions,
  children,
}: {
  title: string;
  hint?: string;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <Flex justify="space-between" align="start" gap="12px 16px" wrap style={{ marginBottom: 16 }}>
        <div style={{ flex: '1 1 320px' }}>
          <Typography.Title level={1} style={{ margin: 0 }}>
            {title}
          </Typography.Title>
          {hint && <Typography.Text type="secondary">{hint}</Typography.Text>}
        </div>
        {actions}
      </Flex>
      {children}
    </section>
  );
}

/** An error at its place, with a retry. */
export function Failure({ error, retry }: { error: Error | null; retry?: () => void }) {
  if (!error) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={error.message}
      style={{ marginBottom: 16 }}
      action={
        retry && (
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        )
      }
    />
  );
}

/** A section of a page or drawer with a heading. */
export function Part({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} style={{ marginTop: 24 }}>
      <Flex justify="space-between" align="center" gap={8} wrap style={{ marginBottom: 8 }}>
        <Typography.Title level={2} style={{ margin: 0 }}>
          {title}
        </Typography.Title>
        {extra}
      </Flex>
      {children}
    </section>
  );
}
