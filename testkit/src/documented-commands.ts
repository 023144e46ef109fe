import { readFileSync } from 'node:fs'

/** One fenced block of a page: its language, and what its info string says (`run=pg1`, `file=haproxy.cfg`). */
export interface Block {
  language: string
  /** `run=pg1` and the like; null for blocks that are only to be read. */
  mark: string | null
  text: string
}

/** The fenced blocks of a page in their order. */
export function blocksOf(page: URL): Block[] {
  const found = readFileSync(page, 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)
  return [...found].map(([, language = '', mark = null, text = '']) => ({ language, mark, text }))
}

/** The one block with this mark; throws when the page has none or several. */
export function blockOf(blocks: readonly Block[], mark: string): Block {
  const [block, another] = blocks.filter((one) => one.mark === mark)
  if (block === undefined || another !== undefined)
    throw new Error(`The page must have one block marked ${mark}`)
  return block
}
