import { blocksOf } from './prose.ts';
import type { Block } from './prose.ts';

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="mt-3 text-lg font-semibold">{block.text}</h3>;
    case 'paragraph':
      return <p className="leading-6">{block.text}</p>;
    case 'list':
      return (
        <ul className="flex list-disc flex-col gap-1.5 ps-5 leading-6 marker:text-gold-ink">
          {block.items.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ul>
      );
  }
}

/** Renders the content of an article as text only; markup in it is not interpreted. */
export function Prose({ content }: { readonly content: string }) {
  return (
    <div className="flex flex-col gap-3 text-base">
      {blocksOf(content).map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}
