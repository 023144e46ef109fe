import type { LayoutBlock } from '@caseloom/contract/apps/layout'

const MAX_LENGTH = 60

/** What a block is called where its content can't be shown: its first words, its title, or the button's label. */
export function blockName(block: LayoutBlock, buttonLabel: (id: string) => string | undefined): string {
  switch (block.kind) {
    case 'text':
      return shortened(block.text.replace(/[#*_>`[\]]/g, '').trim()) || block.id
    case 'links':
      return block.title ?? (shortened(block.links.map(({ label }) => label).join(', ')) || block.id)
    case 'button':
      return buttonLabel(block.button) ?? block.button
    case 'image':
      return shortened(block.alt) || block.id
    case 'widget':
      return block.id
    default:
      return block satisfies never
  }
}

function shortened(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line
}
