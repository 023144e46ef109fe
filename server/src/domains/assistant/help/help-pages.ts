// The help pages as Hero AI searches them, and the words of a question.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { editDistance } from '@caseloom/contract/values/edit-distance'
import { HELP_WORDS } from './help-words.rules.ts'
import { weightOf, wordsOf } from './words.rules.ts'

/** Less of a text in a section is not about it. */
export const LEAST_SHARE = 0.5

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

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
}

/** How much it says that a section has a word there. */
const IN_TITLE = 3
const IN_WORDS = 2.6
const IN_PAGE_TITLE = 2.2
const IN_TEXT = 1
/** What is added where two words of the question stand side by side. */
const SIDE_BY_SIDE = 0.6
const PREFIX = 0.8
const ALIKE = 0.55

interface Indexed {
  section: HelpSection
  title: ReadonlySet<string>
  page: ReadonlySet<string>
  also: ReadonlySet<string>
  text: ReadonlyMap<string, number>
  pairs: ReadonlySet<string>
}

const pageOf = ({ to }: HelpSection) => to.replace(/^\/help\/|#.*$/g, '')

function indexedOf(section: HelpSection): Indexed {
  const words = wordsOf(section.text)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const titled = [...wordsOf(section.title), '', ...words]
  return {
    section,
    title: new Set(wordsOf(section.title)),
    page: new Set(wordsOf(section.page)),
    also: new Set(wordsOf(HELP_WORDS[pageOf(section)] ?? '')),
    text: counts,
    pairs: new Set(titled.map((word, at) => `${word} ${titled[at + 1] ?? ''}`)),
  }
}

/** The words of the help that a word of a question may be, with how surely. */
function meantBy(word: string, known: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>()
  if (word.length < 4) return known.has(word) ? new Map([[word, 1]]) : found
  for (const other of known) {
    const long = Math.max(word.length, other.length)
    if (other.startsWith(word) || (word.startsWith(other) && other.length >= 4)) {
      if (Math.min(word.length, other.length) / long > 0.6) found.set(other, PREFIX)
    } else if (
      !known.has(word) &&
      word.length >= 6 &&
      word[0] === other[0] &&
      editDistance(word, other) === 1
    )
      found.set(other, ALIKE)
  }
  if (known.has(word)) found.set(word, 1)
  return found
}

export function indexHelp(sections: readonly HelpSection[]): HelpIndex {
  const all = sections.map(indexedOf)
  const pages = Map.groupBy(all, ({ section }) => pageOf(section))
  const known = new Set(
    all.flatMap(({ title, page, also, text }) => [...title, ...page, ...also, ...text.keys()]),
  )
  const spread = new Map<string, number>()
  for (const own of pages.values()) {
    const words = new Set(own.flatMap(({ title, also, text }) => [...title, ...also, ...text.keys()]))
    for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1)
  }
  /** Rare words carry more weight; a word that no page has means that the question is about something else. */
  const rarity = (word: string) => Math.log(1 + pages.size / ((spread.get(word) ?? 0) + 0.5))
  return {
    search(question, most) {
      const asked = [...new Set(wordsOf(question))].map((word) => {
        const meant = meantBy(word, known)
        const rare = meant.size === 0 ? rarity(word) : Math.max(...[...meant.keys()].map(rarity))
        return { word, meant, weight: weightOf(word) * rare }
      })
      const whole = asked.reduce((sum, { weight }) => sum + weight, 0)
      if (whole === 0) return []
      const order = wordsOf(question)
      const found = all.map((one) => ({ ...one.section, ...ratedBy(one, asked, { order, whole }) }))
      return found
        .filter(({ score }) => score > 0)
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

interface Asked {
  word: string
  meant: ReadonlyMap<string, number>
  weight: number
}

function ratedBy(
  { title, page, also, text, pairs }: Indexed,
  asked: readonly Asked[],
  { order, whole }: { order: readonly string[]; whole: number },
): Pick<FoundSection, 'score' | 'share' | 'titleShare'> {
  let score = 0
  let covered = 0
  let named = 0
  for (const { meant, weight } of asked) {
    let best = 0
    let isNamed = false
    for (const [word, sure] of meant) {
      const place = title.has(word)
        ? IN_TITLE
        : also.has(word)
          ? IN_WORDS
          : page.has(word)
            ? IN_PAGE_TITLE
            : 0
      const often = Math.min(text.get(word) ?? 0, 4)
      const here = sure * (place + (often === 0 ? 0 : IN_TEXT * (0.7 + 0.15 * often)))
      if (here > best) {
        best = here
        isNamed = place > 0
      }
    }
    score += best * weight
    covered += best > 0 ? weight * Math.max(...meant.values()) : 0
    named += isNamed ? weight : 0
  }
  const beside = order.filter((word, at) => at > 0 && pairs.has(`${order[at - 1] ?? ''} ${word}`)).length
  const share = covered / whole
  return { score: (score / whole + SIDE_BY_SIDE * beside) * share, share, titleShare: named / whole }
}
