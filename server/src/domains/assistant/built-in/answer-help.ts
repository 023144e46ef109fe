import type { ChatSource } from '@caseloom/contract/assistant'
import type { FoundSection, HelpIndex } from './help-pages.ts'
import { wordsOf } from './words.rules.ts'

/** Less of the question in a section is not about it. */
export const LEAST_SHARE = 0.5
const MOST_SOURCES = 3
const MOST_CHARACTERS = 900

export interface HelpAnswer {
  text: string
  sources: ChatSource[]
}

/** What the help pages say to a question; null when they say nothing. */
export function answerFromHelp(help: HelpIndex, question: string): HelpAnswer | null {
  const found = help.search(question, MOST_SOURCES).filter(({ share }) => share > LEAST_SHARE)
  const [best] = found
  if (best === undefined) return null
  return {
    text: excerptOf(best, new Set(wordsOf(question))),
    sources: found.map(({ page, title, to }) => ({
      kind: 'help' as const,
      title: page === title ? page : `${page}: ${title}`,
      to,
    })),
  }
}

/** The paragraphs of a section that the question is about, in their order, as much as one reads at once. */
function excerptOf(section: FoundSection, asked: ReadonlySet<string>): string {
  const paragraphs = section.text.split(/\n{2,}/).filter((part) => part.trim() !== '')
  const hits = (part: string) => new Set(wordsOf(part).filter((word) => asked.has(word))).size
  const ranked = paragraphs.map((part, at) => ({ part, at, hits: hits(part) }))
  const chosen: typeof ranked = []
  let room = MOST_CHARACTERS
  for (const one of ranked.toSorted((a, b) => b.hits - a.hits || a.at - b.at)) {
    if (chosen.length > 0 && one.part.length > room) continue
    chosen.push(one)
    room -= one.part.length
  }
  const text = chosen.sort((a, b) => a.at - b.at).map(({ part }) => withoutLinks(part))
  return `**${section.title}**\n\n${text.join('\n\n')}`
}

/** Links of help pages are relative to them. */
function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/^::: ?\w*.*$/gm, '')
}
