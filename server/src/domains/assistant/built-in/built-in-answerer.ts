// The answerer that needs no model: help, records, runs, and drafts.
import type { AppView } from '@caseloom/contract/apps/apps'
import { may } from '@caseloom/contract/kernel/permissions'
import type { Answer, Answerer } from '../asking/answerer.ts'
import { answerWithComponents, listedComponents } from './answer-components.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import { answerWithPlaybookDraft, asReport, asksForReport } from './answer-drafts.ts'
import { answerFromHelp, nearestHelp } from './answer-help.ts'
import { answerBySearch } from './answer-records.ts'
import { answerAboutRuns } from './answer-runs.ts'
import { answerAboutDecisions, answerAboutRights } from './answer-why.ts'
import type { Subject } from '../questions/subject.rules.ts'
import type { BuiltInDeps, Inquiry, Part } from '../questions/built-in-deps.ts'

const NAME = 'Built-in answerer'
const GIVES_UP: Part = {
  text: 'I don’t know. I’m the built-in answerer: I work without a language model and find help pages, records, runs, and components. Ask about Caseloom or about data you have access to.',
  sources: [],
}
const ABILITIES = [
  'I’m the built-in answerer of Hero AI. I work with search and rules, without a language model, and with your permissions. Ask me',
  '- **how something works**: “How do I restrict a record?”',
  '- **for records**: “Show critical alerts of this week”, “How many cases are open?”, “Alerts by severity”, “Open ALR-12”',
  '- **about runs**: “Which runs failed today?”, “Why did run 12 fail?”, “Why did run 12 go this way?”',
  '- **about your permissions**: “Why can’t I change ALR-12?”',
  '- **for a draft**: “Draft a playbook that sends a mail when an alert is created”, “Report of cases by owner”. Nothing is saved until you save it.',
  '- **to do something**: I offer the components that fit, with their inputs filled in. Nothing runs until you press Run.',
].join('\n')

const ABOUT_ITSELF =
  /^(?:help|(?:hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|day))(?: there| all| team| everyone| hero(?: ai)?)?)\W*$|\bwhat (?:can|do) you (?:do|know|answer)|\bwho are you\b|\bwhat are you\b|\bare you (?:an? )?(?:ai|bot|human|robot|person|language model|model|llm|chatgpt|gpt|claude)|\bhow can you help|\bwhat (?:can|may) i ask|\bwhich (?:model|components)\b|\bwhat components\b/i
/** Asks how something is done, not that it be done. */
const HOW_TO =
  /^(?:please )?(?:(?:tell|show) me )?(?:how (?:do|does|can|could|should|to|are|is)\b(?! many)|where (?:do|can|is|are)|can i\b|may i\b|is it possible|what happens|why can)/i

/** Answers by rules and search, without any model. */
export function createBuiltInAnswerer(deps: BuiltInDeps): Answerer {
  return {
    async answer(question, { report, signal, ...asking }) {
      const inquiry: Inquiry = { ...asking, question: withoutGreeting(question), now: new Date() }
      const answer = await partFor(deps, inquiry, (text) => {
        signal.throwIfAborted()
        report({ kind: 'step', text })
      })
      signal.throwIfAborted()
      report({ kind: 'text', delta: answer.text })
      return whole(answer)
    },
  }
}

const GREETINGS: readonly RegExp[] = [
  /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|morning|greetings|dear)\b(?: there| all| team| everyone| everybody| hero(?: ai)?)?\s*[,.!:-]+\s*/i,
  /^(?:i am|i'm|im) new (?:here|to this|around here)\s*[,.!:-]+\s*/i,
  /^(?:a |one |just a |just one )?(?:quick |short |stupid |dumb |silly )?question\s*[,.!:-]+\s*/i,
  /^(?:sorry|excuse me|pardon)(?: to bother(?: you)?| for asking| again)?\s*[,.!:-]+\s*/i,
  /^(?:thanks|thank you|thx|cheers|great|perfect|cool|ok|okay|alright|so|well|um|uh)\s*[,.!:-]+\s*/i,
]
const FAREWELL =
  /[,.!?\s]+(?:thanks|thank you|thx|cheers|please|pls)(?: a lot| so much| in advance| very much)?[\s.!]*$/i

/** The question without what people say around it. */
function withoutGreeting(said: string): string {
  const bare = GREETINGS.reduce((text, form) => text.replace(form, ''), said.trim())
  const asked = bare.replace(FAREWELL, '').trim()
  return asked === '' ? said.trim() : asked
}

async function partFor(deps: BuiltInDeps, inquiry: Inquiry, step: (text: string) => void): Promise<Part> {
  const { question, scope, actor } = inquiry
  if (ABOUT_ITSELF.test(question)) return { text: ABILITIES, sources: await listedComponents(deps, inquiry) }
  const mayRead = may(actor, 'app:read') && may(actor, 'record:read')
  const apps: AppView[] = mayRead ? await deps.apps.listApps(scope, actor) : []
  // "Why can't I change ALR-12?" asks about that record, not how something is done.
  const aboutRights = await answerAboutRights(deps, inquiry, apps)
  if (aboutRights !== null) return aboutRights
  const isHowTo = HOW_TO.test(question)
  if (!isHowTo) {
    step('Drafting')
    const draft = await answerWithPlaybookDraft(deps, inquiry, apps)
    if (draft !== null) return draft
  }
  step('Searching runs and records')
  const outcome = await answerQuestion(deps, inquiry, apps)
  if (outcome !== null && 'answer' in outcome) return asReport(inquiry, outcome.answer)
  const part = await otherwise(deps, inquiry, {
    isHowTo,
    subject: outcome === null ? null : outcome.about,
    step,
  })
  if (part !== null) return part
  const last =
    outcome?.declined ??
    (isHowTo ? null : asksForReport(inquiry, apps)) ??
    (await answerBySearch(deps, inquiry)) ??
    GIVES_UP
  return isHowTo && last.sources.length === 0 ? withNearestHelp(last, deps, question) : last
}

function withNearestHelp(declined: Part, { help }: BuiltInDeps, question: string): Part {
  const nearest = nearestHelp(help, question)
  return nearest === null ? declined : { ...declined, text: `${declined.text}\n\n${nearest}` }
}

/** What is no question about lists and figures: runs, components, and how something is done. */
async function otherwise(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  {
    isHowTo,
    subject,
    step,
  }: { isHowTo: boolean; subject: Subject['kind'] | null; step: (text: string) => void },
): Promise<Part | null> {
  const runs = (await answerAboutDecisions(deps, inquiry)) ?? (await answerAboutRuns(deps, inquiry))
  if (runs !== null) return runs
  if (!isHowTo) {
    step('Looking for components')
    const components = await answerWithComponents(deps, inquiry)
    if (components !== null) return components
  }
  step('Searching the help pages')
  return answerFromHelp(deps.help, inquiry.question, subject)
}

function whole(part: Part): Answer {
  return { offers: [], drafts: [], answeredBy: { kind: 'builtIn', name: NAME }, ...part }
}
