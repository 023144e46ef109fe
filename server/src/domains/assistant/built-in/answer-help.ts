import type { ChatSource } from '@caseloom/contract/assistant/assistant'
import type { Subject } from '../questions/subject.rules.ts'
import type { FoundSection, HelpIndex } from '../help/help-pages.ts'
import { wordsOf } from '../help/words.rules.ts'

/** So much of a question must stand in a section, and in its titles, for the section to answer it. */
const HOW_TO_SHARES = { share: 0.6, titleShare: 0.45, score: 1.1 }
/** "What is X" is asked of anything: only what a page is about is answered by it. */
const MEANING_SHARES = { share: 0.75, titleShare: 0.6, score: 2 }
/** A topic beside the noun of playbooks, which might be a question about them as well. */
const BESIDE_SHARES = { share: 0.9, titleShare: 0.75, score: 2.2 }
const TOPIC_SHARES = { share: 0.75, titleShare: 0.6, score: 2 }
const MAX_SECTIONS = 10
const HOW_TO =
  /^(?:please )?(?:(?:tell|show) me )?(?:how (?:do|does|can|could|should|to|are|is)\b(?! many)|where (?:do|can|is|are)\b|(?:can|may) (?:i|we|one|tasks|you)\b|is it possible|what happens|what (?:is|are|does|do|counts|guarantees|role)\b|(?:which|what) (?:data|connectors|keyboard|roles?|keys?|permissions?|shortcuts?|settings?|formats?|ports?|browsers?|environment|actions|triggers|functions|kinds? of (?:triggers?|fields?|steps?|widgets?|actions?))\b|why can|difference between|what is the difference|who can\b|what do i need|do i need|does (?:caseloom|hero ai|the product|it|a|an|the)\b|do (?:approvals|tasks|runs|playbooks|webhooks|clocks|connectors|components)\b|when (?:do|does|is|are)\b|whats the (?:difference|best way)|what's the (?:difference|best way)|any way to|help me (?:with|to)|steps to|way to|guide\b|instructions\b|explain how|is there a way)/i
/** The way is asked for after what it is about: "a run failed, how can I rerun it". */
const ASKS_HOW =
  /[,.:;-]\s*(?:and |so |but )?(?:how (?:do|can|could|should|would) (?:i|we|you|one)|how to|where (?:do|can) (?:i|we|one))\b/i
/** Asks for data or a deed: no page of the help is the answer to that. */
const NO_TOPIC =
  /^(?:show|list|give|get|how many|how much|why|number|amount|total|average|count|which|who|whose|when|have|has|had|is|are|was|were|did|does|do|will|ignore|assign|remind|block|book|write|draft|make|create|tell|any|only|and|but|what|open|close|find|mail|help)\b|\b(?:today|yesterday|tomorrow|tonight|this|last|next|without|than|over|per)\b/i

const MAX_SOURCES = 3
const MAX_CHARACTERS = 900

/** Names a record, an address or a moment: that is a question about data. */
const NAMES_DATA =
  /\b[A-Z]{2,6}-\d{1,12}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:today|yesterday|tomorrow|tonight)\b/i
/** Of records that is a question about figures, not about how something is done. */
const HOW_THINGS_ARE = /^how (?:is|are|was|were|did|has|have|many|much)\b/i
/** Asks for a fact about a person or about current data: no help page answers it. */
const ASKS_FACT =
  /^(?:please )?(?:what|when|who|whose)(?:'s|’s|s| is| are| was| were| does| do| did| will)? (?:my|our|his|her|their|your|(?:the )?(?:current|next|last|latest|best|worst|biggest|upcoming|previous))\b/i
/** "Where are my alerts" asks for them, "where do I see them" for the way. */
const WHERE_THEY_ARE = /^where(?:'s|’s|s| is| are) /i
/** Words that say too little of what a question is about when they are all that it says. */
const GENERAL = new Set(
  wordsOf(
    'new next first last before after earlier later again current best good better time now today soon thing alert case',
  ),
)
/** So much of a question in one section answers it though its title says less. */
const STRONG = { share: 0.9, titleShare: 0.3, score: 3 }
/** What records are called: a section that doesn't speak of them doesn't answer a question about them. */
const NOUNS = new Set(wordsOf('alert alerts case cases asset assets task tasks approval approvals run runs'))
const WHICH_DOES = /^(?:which|what) \w+ (?:does|do|can|should|must)\b/i

export interface HelpAnswer {
  text: string
  sources: ChatSource[]
}

/** What the help pages say to a question; null when they say nothing. */
export function answerFromHelp(
  help: HelpIndex,
  question: string,
  subject: Subject['kind'] | null = null,
): HelpAnswer | null {
  const shares = sharesFor(question, subject)
  if (shares === null) return null
  const found = help
    .search(question, MAX_SECTIONS)
    .filter(
      ({ share, titleShare, score }) =>
        isEnough({ share, titleShare, score }, shares) ||
        (shares !== BESIDE_SHARES && isEnough({ share, titleShare, score }, STRONG)),
    )
    .filter((section) => speaksOf(section, question))
    .slice(0, MAX_SOURCES)
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

/** Less of a question on a page has nothing to do with it. */
const NEAREST_SHARE = 0.4

/** The page nearest to a question that none answers, as a link that says no more than that. */
export function nearestHelp(help: HelpIndex, question: string): string | null {
  const [best] = help.search(question, 1)
  if (best === undefined || best.share < NEAREST_SHARE || best.titleShare === 0) return null
  return `The nearest help page is [${best.page}](${best.to}). It may not answer your question.`
}

type Shares = typeof STRONG

const isEnough = (one: Shares, least: Shares) =>
  one.share >= least.share && one.titleShare >= least.titleShare && one.score >= least.score

function speaksOf({ page, title, text }: FoundSection, question: string): boolean {
  const said = new Set(wordsOf(`${page} ${title} ${text}`))
  const isOfAll = wordsOf('records').some((word) => said.has(word))
  return isOfAll || wordsOf(question).every((word) => !NOUNS.has(word) || said.has(word))
}

const MEANING =
  /^(?:please )?(?:(?:tell|show) me )?what(?:'s| is| are| does| do)\b(?! (?:the difference|i need))/i
/** Wants it done, not explained. */
const DEED =
  /^(?:please )?(?:run|execute|start|restart|delete|cancel|stop|publish|approve|reject|answer|trigger|disable|enable|rerun|retry|do|make|create|build|draft|write)\b/i

/** How much of a question a section must hold; null when no page of the help is the answer to it. */
function sharesFor(question: string, subject: Subject['kind'] | null) {
  if (ASKS_FACT.test(question) || wordsOf(question).every((word) => GENERAL.has(word))) return null
  if (subject === 'app' && WHERE_THEY_ARE.test(question)) return null
  if (NAMES_DATA.test(question) || (subject === 'app' && HOW_THINGS_ARE.test(question))) return null
  if (ASKS_HOW.test(question)) return HOW_TO_SHARES
  if (subject === null && WHICH_DOES.test(question)) return MEANING_SHARES
  if (HOW_TO.test(question)) return MEANING.test(question) ? MEANING_SHARES : HOW_TO_SHARES
  if (NO_TOPIC.test(question)) return null
  if (subject === null) return TOPIC_SHARES
  return subject === 'playbooks' && !DEED.test(question) ? BESIDE_SHARES : null
}

/** The paragraphs of a section that match the question, in document order, up to a readable length. */
function excerptOf(section: FoundSection, asked: ReadonlySet<string>): string {
  const paragraphs = section.text.split(/\n{2,}/).filter((part) => part.trim() !== '')
  const hits = (part: string) => new Set(wordsOf(part).filter((word) => asked.has(word))).size
  const ranked = paragraphs.map((part, at) => ({ part, at, hits: hits(part) }))
  const chosen: typeof ranked = []
  let room = MAX_CHARACTERS
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
