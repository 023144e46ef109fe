import { z } from 'zod'
import { fail } from '../../../platform/errors.ts'
import { LEAST_SHARE } from '../help/help-pages.ts'
import type { AssistantTool } from './tool.ts'
import type { ToolDeps } from './tool-deps.ts'

const SearchHelp = z.strictObject({
  text: z.string().trim().min(1).max(500).describe('What to look for, in words'),
})
const ReadHelp = z.strictObject({
  page: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Path of the page as search_help gives it, for example /help/use/search'),
})

const MAX_SECTIONS = 6
const EXCERPT = 1_200

/** Tools over the help pages of the product. */
export function helpTools({ help }: Pick<ToolDeps, 'help'>): readonly AssistantTool[] {
  const search: AssistantTool<typeof SearchHelp> = {
    name: 'search_help',
    title: 'Search the help pages',
    description:
      'Finds sections of the product’s help pages: how something is done, what a word means, what a limit is. Use it for every question about how Caseloom works. Gives sections with the beginning of their text; read_help gives the whole page.',
    input: SearchHelp,
    step: 'Searching the help pages',
    async run(_asking, { text }) {
      const found = help.search(text, MAX_SECTIONS).filter(({ share }) => share > LEAST_SHARE / 2)
      return {
        content: {
          sections: found.map(({ page, title, to, text: body }) => ({
            page,
            title,
            to,
            text: body.length > EXCERPT ? `${body.slice(0, EXCERPT)}…` : body,
          })),
        },
        sources: found.map(({ page, title, to }) => ({
          kind: 'help' as const,
          title: page === title ? page : `${page}: ${title}`,
          to,
        })),
      }
    },
  }
  const read: AssistantTool<typeof ReadHelp> = {
    name: 'read_help',
    title: 'Read a help page',
    description: 'Gives the whole text of one help page. Take the path from search_help.',
    input: ReadHelp,
    step: 'Reading a help page',
    async run(_asking, { page }) {
      const found = help.page(page)
      if (found === null) throw fail('resource.not_found', { detail: 'No such help page' })
      const { title, to, text } = found
      return { content: { title, to, text }, sources: [{ kind: 'help', title, to }] }
    },
  }
  return [search, read]
}
