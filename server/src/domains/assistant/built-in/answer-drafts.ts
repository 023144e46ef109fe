import type { AppView } from '@caseloom/contract/apps/apps'
import { may } from '@caseloom/contract/kernel/permissions'
import { draftPlaybook } from '../tools/draft-tools.ts'
import type { BuiltInDeps, Inquiry, Part } from '../questions/built-in-deps.ts'
import { plain } from '../questions/built-in-deps.ts'
import { readPlaybookWish } from './draft-playbook.rules.ts'

const REPORT = /\breport\b/i
const MAX_NAMES = 12

/** A playbook as the question describes it, as a draft; null when none is asked for. */
export async function answerWithPlaybookDraft(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  apps: readonly AppView[],
): Promise<Part | null> {
  const { scope, actor, question } = inquiry
  if (!may(actor, 'playbook:build') || !may(actor, 'playbook:read')) return null
  const wish = readPlaybookWish(question, { apps, actions: await deps.actions(scope) })
  if (wish === null) return null
  if ('unread' in wish)
    return {
      text: `I don’t know how to draft that: no trigger and no step that I know does “${plain(wish.unread)}”. A draft without it would be another playbook. Name what starts it (a new, updated or deleted record, a schedule, a webhook, a mail, a button) and its steps (send a mail, make an HTTP request, comment, create, update, search or lock a record, ask for approval, wait), or build it in Orchestration.`,
      sources: [],
    }
  const { drafts = [] } = await draftPlaybook(deps, inquiry, wish.document)
  if (drafts.length === 0) return null
  const open = wish.open.length === 0 ? '' : ` Fill in ${wish.open.map(plain).join(', ')}.`
  return {
    text: `Here is a draft of that playbook, created by rules. Review it before you save.${open} Nothing is saved until you save it, and nothing runs until you publish it.`,
    sources: [],
    drafts,
  }
}

const WANTS_REPORT =
  /\b(?:write|draft|make|create|build|generate|prepare|compile|produce|give me|i (?:need|want))\b.{0,20}?\breport\b/i

/** Asks back which records a report is to be of, where nothing that is here was named; null when none is asked for. */
export function asksForReport({ question }: Inquiry, apps: readonly AppView[]): Part | null {
  if (!WANTS_REPORT.test(question)) return null
  const names = apps.slice(0, MAX_NAMES).map(({ name }) => plain(name))
  const hint = names.length === 0 ? '' : ` Name one of these apps: ${names.join(', ')}.`
  return {
    text: `I can create reports about records in Caseloom, but I don’t see which ones you mean.${hint}`,
    sources: [],
  }
}

/** An answer about records, as a report where one is asked for: the same list, opened as an unsaved view. */
export function asReport({ question }: Inquiry, part: Part): Part {
  const { understood, drafts = [], sources } = part
  const list = sources.find(({ kind }) => kind === 'search')
  if (!REPORT.test(question) || understood === undefined || understood === null || list === undefined)
    return part
  const group = understood.chips.find(({ kind }) => kind === 'group')
  const title = [understood.subject.name, ...understood.chips.map(({ text }) => text)]
    .join(', ')
    .slice(0, 100)
  const filters = understood.chips.flatMap(({ filter }) => (filter === null ? [] : [filter]))
  const value = {
    app: understood.subject.key,
    // A filter is JSON but for the values that it may leave out.
    filter: filters.length === 0 ? null : JSON.parse(JSON.stringify({ all: filters })),
    groupBy: group?.value ?? null,
  }
  return {
    ...part,
    drafts: [
      ...drafts.filter(({ kind }) => kind !== 'filter'),
      { kind: 'report', title, value, to: list.to },
    ],
  }
}
