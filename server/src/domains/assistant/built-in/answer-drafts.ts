import type { AppView } from '@caseloom/contract/apps'
import { may } from '@caseloom/contract/permissions'
import { draftPlaybook, reportDraft } from '../tools/draft-tools.ts'
import { listSource } from '../tools/places.ts'
import type { BuiltInDeps, Inquiry, Part } from './built-in-deps.ts'
import { plain } from './built-in-deps.ts'
import { readPlaybookWish } from './draft-playbook.rules.ts'
import { readFollowed } from './follow-up.rules.ts'

const REPORT = /\breport\b/i
const MOST_NAMES = 12

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
  const { drafts = [] } = await draftPlaybook(deps, inquiry, wish.document)
  if (drafts.length === 0) return null
  const open = wish.open.length === 0 ? '' : ` Fill in ${wish.open.map(plain).join(', ')}.`
  return {
    text: `Here is a draft of that playbook, made by rules: look it over.${open} Nothing is saved until you save it, and nothing runs until you publish it.`,
    sources: [],
    drafts,
  }
}

const WANTS_REPORT =
  /\b(?:write|draft|make|create|build|generate|prepare|compile|produce|give me|i (?:need|want))\b.{0,20}?\breport\b/i

/** Asks back which records a report is to be of, where nothing that is here was named; null when none is asked for. */
export function asksForReport({ question }: Inquiry, apps: readonly AppView[]): Part | null {
  if (!WANTS_REPORT.test(question)) return null
  const names = apps.slice(0, MOST_NAMES).map(({ name }) => plain(name))
  const hint = names.length === 0 ? '' : ` Name one of these apps: ${names.join(', ')}.`
  return {
    text: `I make reports of records that are kept here, and I don’t see which ones you mean.${hint}`,
    sources: [],
  }
}

/** A report of an app's records as an unsaved view; null when none is asked for. */
export function answerWithReportDraft(inquiry: Inquiry, apps: readonly AppView[]): Part | null {
  const { actor } = inquiry
  if (!REPORT.test(inquiry.question) || !may(actor, 'record:read')) return null
  const asked = readFollowed(inquiry, apps)
  if (asked === null) return null
  const { app, conditions, said, by } = asked
  const field = app.fields.find(({ key }) => key === by)
  const title = [app.name, ...(field === undefined ? [] : [`by ${field.label}`]), ...said].join(', ')
  const filter = conditions.length === 0 ? undefined : { all: conditions }
  const columns = [...new Set([app.titleField, ...(by === null ? [] : [by]), ...app.listColumns])].slice(0, 8)
  const draft = reportDraft(inquiry, {
    app,
    title: title.slice(0, 100),
    filter,
    columns,
    ...(by === null ? {} : { groupBy: by, sort: by }),
  })
  return {
    text: `Here is a draft of that report on **${plain(app.name)}**${field === undefined ? '' : `, with figures by ${plain(field.label)} beside it`}. Save it as a view to keep it.`,
    sources: [listSource(inquiry, app, { filter, facets: by !== null })],
    drafts: [draft],
  }
}
