import MiniSearch from 'minisearch'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stem, weightOf, wordsOf } from './words.rules.ts'

/** A section of a help page. */
export interface HelpSection {
  id: string
  /** Title of the page, and of the section where it has one. */
  page: string
  title: string
  /** Path in the product. */
  to: string
  text: string
}

export interface FoundSection extends HelpSection {
  score: number
  /** Share of the asked words that stand in the section. */
  share: number
  /** Share of them that stand in its title or that of its page. */
  titleShare: number
}

/** The help pages, made ready for questions. */
export interface HelpIndex {
  search(question: string, most: number): FoundSection[]
  /** A whole page by its path, with or without the place in it; null when there is none. */
  page(path: string): Pick<HelpSection, 'title' | 'to' | 'text'> | null
}

/** Reads all help pages of a folder, a section each. */
export function readHelp(folder: string): HelpIndex {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = names.filter((name) => name.endsWith('.md') && !name.includes('.vitepress')).sort()
  return indexHelp(
    pages.flatMap((name) =>
      sectionsOf(name.replaceAll('\\', '/').slice(0, -3), readPage(join(folder, name))),
    ),
  )
}

/** A page with what it includes: manuals of the operators stand in files of their own. */
function readPage(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/<!--@include: (\S+?)-->/g, (_all, other: string) =>
    readFileSync(join(dirname(file), other), 'utf8'),
  )
}

/** A page cut at its headings; the address of a section is what VitePress makes of its title. */
export function sectionsOf(page: string, markdown: string): HelpSection[] {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '')
  const parts = body.split(/^(?=#{1,3} )/m).filter((part) => part.trim() !== '')
  const pageTitle = /^# (.+)$/m.exec(body)?.[1]?.trim() ?? page
  return parts.map((part, at) => {
    const title = /^#{1,3} (.+)/.exec(part)?.[1]?.trim() ?? pageTitle
    const text = part.replace(/^#{1,3} .+\n?/, '').trim()
    const isPage = at === 0
    const path = page === 'index' ? '/help/' : `/help/${page}`
    return { id: `${page}#${at}`, page: pageTitle, title, to: isPage ? path : `${path}#${slug(title)}`, text }
  })
}

/** How surely a section has a word: itself or a word that begins with it; one that only looks alike counts half. */
function nearness(asked: string, found: readonly string[]): number {
  if (found.includes(asked)) return 1
  const isBeginning = found.some((word) => word.startsWith(asked) && asked.length / word.length > 0.7)
  return isBeginning ? 1 : 0.5
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
}

export function indexHelp(sections: readonly HelpSection[]): HelpIndex {
  const index = new MiniSearch<HelpSection>({
    fields: ['title', 'page', 'text'],
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
    processTerm: stem,
    searchOptions: {
      tokenize: wordsOf,
      processTerm: (term) => term,
      boost: { title: 4, page: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'OR',
    },
  })
  index.addAll(sections)
  const byId = new Map(sections.map((section) => [section.id, section]))
  return {
    search(question, most) {
      const asked = new Set(wordsOf(question))
      if (asked.size === 0) return []
      const whole = [...asked].reduce((sum, word) => sum + weightOf(word), 0)
      const found = index.search(question).map((hit) => {
        const share =
          hit.queryTerms.reduce((sum, term) => sum + weightOf(term) * nearness(term, hit.terms), 0) / whole
        const section = byId.get(String(hit.id))
        const titles = new Set(section === undefined ? [] : wordsOf(`${section.title} ${section.page}`))
        const titled = [...asked].reduce((sum, word) => sum + (titles.has(word) ? weightOf(word) : 0), 0)
        return { ...section, share, titleShare: titled / whole, score: hit.score * share * share }
      })
      return found
        .filter((hit): hit is FoundSection => hit.to !== undefined)
        .sort((a, b) => b.score - a.score)
        .slice(0, most)
    },
    page(path) {
      const to = path.replace(/#.*$/, '').replace(/(?:\.html)?\/*$/, '')
      const parts = sections.filter((section) => section.to.replace(/#.*$/, '').replace(/\/$/, '') === to)
      const [first] = parts
      if (first === undefined) return null
      const text = parts.map((part, at) => (at === 0 ? part.text : `## ${part.title}\n\n${part.text}`))
      return { title: first.page, to: first.to, text: text.join('\n\n') }
    },
  }
}
