import type { ReactNode } from 'react';

interface StatusMessageProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly id?: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A centred message with an action, on an otherwise empty screen. */
export const StatusMessage = ({ icon, title, id, text, children }: StatusMessageProps) => (
  <div className="m-auto flex max-w-[320px] flex-col items-center gap-5 pb-24 text-center">
    <span
      className="grid size-20 place-items-center rounded-full bg-gold-soft text-gold-ink [&_svg]:size-9"
      aria-hidden="true"
    >
      {icon}
    </span>
    <div>
      <h1 id={id} tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h1>
      {text !== undefined && <p className="mt-2 text-base text-muted">{text}</p>}
    </div>
    {children}
  </div>
);
