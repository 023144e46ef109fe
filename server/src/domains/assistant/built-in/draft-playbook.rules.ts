import type { AppView } from '@caseloom/contract/apps/apps'
import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { triggerIn } from './draft-triggers.rules.ts'
import { appIn, capital, keyOf, leftOver } from './draft-words.rules.ts'
import { stepFor } from './draft-steps.rules.ts'

const ASKS =
  /\b(?:draft|make|create|build|write|generate|prepare|design|set up|need|want|give me|i'd like|add)\b.{0,30}?\b(?:playbook|workflow|automation|flow)\b(?!s?\s+(?:run|view|list))|^\W*(?:playbook|workflow|automation)\s*(?::|-|that\b|which\b|to\b)/i
/** Names something that starts an automation, though not the word for it. */
const STARTERS =
  /\b(?:when(?:ever)?|if|once|as soon as|every|each|upon|daily|hourly|nightly|weekly|monthly|webhook|button|form|incoming|poll)\b|\bon (?:an? |new |every |each |incoming )?\w+|->|=>|→|^\W*(?:any |an? )?new\b/i
/** Asks something: what is there, or how it is done. */
const QUESTION =
  /^\W*(?:what|which|who|whose|why|where|how|is|are|was|were|do|does|did|has|have|can i|show|list|count|find|difference|tell me)\b/i
const ARROWS = /\s*(?:->|=>|→|-->|==>)\s*/g
const CLAUSES = /\s*(?:,|;|\band then\b|\bthen\b|\bafter that\b|\bafterwards\b|\band\b)\s*/i
/** Words between what is asked for and what it shall do. */
const OPENING =
  /^\W*(?:(?:that|which|to|for|with|called|me|so that|it should|it shall|should|please|we want to|i want to)\s+)+/i

/** Says only that it starts, which its trigger says. */
const STARTS = /^(?:it )?(?:runs?|starts?|fires?|(?:is|gets) (?:started|triggered))$/i

/** A playbook as it was asked for. */
export interface AskedPlaybook {
  document: JsonObject
  /** What the person has to fill in. */
  open: string[]
}

/** A wish with a part that no trigger and no step does: a draft without it would be another playbook. */
export interface UnreadWish {
  unread: string
}

interface DraftCatalog {
  apps: readonly AppView[]
  actions: readonly ActionView[]
}

/** Reads which playbook is asked for; null when none is, or nothing of it is understood. */
export function readPlaybookWish(question: string, catalog: DraftCatalog): AskedPlaybook | UnreadWish | null {
  if (QUESTION.test(question)) return null
  const asked = ASKS.exec(question)
  if (asked === null) {
    if (!STARTERS.test(question)) return null
    const understood = readWish(question, catalog)
    // Without the word for it, it is a wish only when all of it is understood.
    return 'unread' in understood || !isAutomation(understood) ? null : understood
  }
  return readWish(question.slice(asked.index + asked[0].length), catalog)
}

/** Something starts it, and it does more than look for records. */
function isAutomation({ document }: AskedPlaybook): boolean {
  const { triggers, steps } = document
  const acts = Array.isArray(steps) && !JSON.stringify(steps).includes('"action":"record.search"')
  return Array.isArray(triggers) && triggers.length > 0 && acts
}

function readWish(said: string, { apps, actions }: DraftCatalog): AskedPlaybook | UnreadWish {
  const wish = said
    .replaceAll(ARROWS, ', ')
    .replace(/[.?!]+$/, '')
    .replace(/^\s*[:,-]\s*/, '')
    .replace(OPENING, '')
    .trim()
  const found = triggerIn(wish, apps)
  if (found?.unread !== undefined) return { unread: found.unread }
  const app = found?.app ?? appIn(wish, apps)?.key ?? 'alert'
  const kind = typeof found?.trigger['kind'] === 'string' ? found.trigger['kind'] : null
  const around = { actions, apps, app, trigger: kind }
  const steps: { step: JsonObject; open: string | null }[] = []
  for (const clause of clausesOf(found?.rest ?? wish)) {
    if (found !== null && STARTS.test(clause)) continue
    const made = stepFor(clause, around)
    if (made === null) return { unread: clause }
    const key = `step${steps.length + 1}`
    const after = steps.length === 0 ? {} : { after: `step${steps.length}` }
    const title = capital(clause).slice(0, 80)
    steps.push({ step: { key, title, ...made.step, ...after }, open: made.open })
  }
  if (steps.length === 0) return { unread: wish === '' ? 'what it does' : wish }
  const title = capital(wish === '' ? 'New playbook' : wish).slice(0, 100)
  return {
    document: {
      format: 'caseloom.playbook/1',
      playbook: keyOf(title),
      title,
      triggers: found === null ? [] : [found.trigger],
      ...(kind === 'form' ? { inputs: FORM_INPUTS } : {}),
      steps: steps.map(({ step }) => step),
    },
    open: [
      ...new Set([
        ...(found?.open === undefined ? [] : [found.open]),
        ...steps.flatMap(({ open }) => (open === null ? [] : [open])),
      ]),
    ],
  }
}

/** What a form asks until its builder knows better. */
const FORM_INPUTS: JsonObject = {
  type: 'object',
  properties: { title: { type: 'string', title: 'What is it about?' } },
  required: ['title'],
}

/** The clauses of a wish, without those that say nothing. */
function clausesOf(text: string): string[] {
  return text
    .split(CLAUSES)
    .map((part) =>
      part
        .replace(/^[\s:,-]+/, '')
        .replace(OPENING, '')
        .trim(),
    )
    .filter((part) => part !== '' && leftOver(part, new Set()).length > 0)
}
