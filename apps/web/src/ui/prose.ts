/** A block of an article. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** Parses the content of an article: paragraphs, `## ` headings and `- ` items, separated by blank lines. */
export function blocksOf(content: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let items: string[] = [];
  const endParagraph = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join(' ') });
    lines = [];
  };
  const endList = (): void => {
    if (items.length > 0) blocks.push({ kind: 'list', items });
    items = [];
  };
  for (const line of content.split(/\r?\n/).map((one) => one.trim())) {
    if (line.startsWith('- ')) {
      endParagraph();
      items.push(line.slice(2).trim());
      continue;
    }
    endList();
    if (line === '' || line.startsWith('## ')) endParagraph();
    if (line.startsWith('## ')) blocks.push({ kind: 'heading', text: line.slice(3).trim() });
    else if (line !== '') lines.push(line);
  }
  endParagraph();
  endList();
  return blocks;
}
