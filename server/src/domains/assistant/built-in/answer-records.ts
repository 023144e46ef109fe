import type { AppView } from '@caseloom/contract/apps'
import type { Filter } from '@caseloom/contract/filter'
import { may } from '@caseloom/contract/permissions'
import type { RecordView } from '@caseloom/contract/records'
import { labelsOf } from '../tools/aggregate-tools.ts'
import { trackingIdIn } from '../tools/app-of.ts'
import { inTenant, listPath, listSource, recordSource, titleOf } from '../tools/places.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'
import { readFollowed } from './follow-up.rules.ts'
import type { RecordQuestion } from './read-question.rules.ts'

const SEARCHES =
  /^(?:please\s+)?(?:find|search(?: for)?|look (?:for|up)|where is|show(?: me)?|open|tell me about)\s+(.+)$/i
const MOST_ROWS = 5

/** The record that a question names by its tracking id; null when it names none. */
export async function answerByTrackingId(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  apps: readonly AppView[],
): Promise<Part | null> {
  const named = trackingIdIn(inquiry.question)
  if (named === null || !apps.some((app) => app.acronym === named.acronym)) return null
  const { trackingId } = named
  const found = await deps.findEverywhere(inquiry.scope, inquiry.actor, { text: trackingId, limit: 1 })
  const hit = found.items.find(({ record }) => record.trackingId === trackingId)
  if (hit === undefined)
    return {
      text: `There is no record ${trackingId} that you may read.`,
      sources: [{ kind: 'search', title: 'Search', to: inTenant(inquiry, '/search') }],
    }
  const app = apps.find((one) => one.id === hit.record.appId)
  const facts = app === undefined ? [] : factsOf(app, hit.record)
  return {
    text: [`**${hit.record.trackingId}** ${plain(hit.title)}`, '', ...facts].join('\n'),
    sources: [recordSource(inquiry, hit)],
  }
}

/** The values that the app's list shows, of the kinds that need no one to look up names. */
function factsOf(app: AppView, record: RecordView): string[] {
  return app.listColumns.flatMap((key) => {
    const field = app.fields.find((one) => one.key === key)
    if (field === undefined || key === app.titleField) return []
    const value = record.fields[key]
    if (field.type === 'selection') {
      const keys = Array.isArray(value) ? value : [value]
      const labels = field.options.filter((option) => keys.includes(option.key)).map(({ label }) => label)
      return labels.length === 0 ? [] : [`- ${plain(field.label)}: ${plain(labels.join(', '))}`]
    }
    const isShown = field.type === 'text' || field.type === 'number' || field.type === 'datetime'
    if (!isShown || (typeof value !== 'string' && typeof value !== 'number')) return []
    return [`- ${plain(field.label)}: ${plain(String(value))}`]
  })
}

/** Lists or counts the records of an app as the question says; null when it does not ask for that. */
export async function answerWithRecords(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  apps: readonly AppView[],
): Promise<Part | null> {
  const asked = readFollowed(inquiry, apps)
  if (asked === null || !may(inquiry.actor, 'record:read')) return null
  if (asked.per !== null) return overTime(deps, inquiry, { ...asked, per: asked.per })
  return asked.by === null ? listed(deps, inquiry, asked) : grouped(deps, inquiry, { ...asked, by: asked.by })
}

async function listed(deps: BuiltInDeps, inquiry: Inquiry, asked: RecordQuestion): Promise<Part> {
  const { app } = asked
  const page = await deps.records.searchRecords(inquiry.scope, inquiry.actor, {
    appId: app.id,
    limit: asked.counts ? 1 : MOST_ROWS,
    zone: inquiry.timeZone,
    count: 'capped',
    sort: [{ field: 'created_at', direction: 'desc' }],
    ...filterOf(asked),
  })
  const total = page.total?.value ?? page.items.length
  const many = `${page.total?.capped === true ? 'more than ' : ''}${total.toLocaleString('en')}`
  const head = `${total === 0 ? 'No' : many} ${total === 1 ? 'record' : 'records'} in **${plain(app.name)}**${saidOf(asked)}.`
  const found = asked.counts ? [] : page.items.map((record) => ({ record, title: titleOf(app, record) }))
  const rows = found.map(({ record, title }) => `- ${record.trackingId} ${plain(title)}`)
  const more = rows.length > 0 && total > rows.length ? ['', `These are the newest ${rows.length}.`] : []
  return {
    text: [head, ...(rows.length === 0 ? [] : ['', ...rows]), ...more].join('\n'),
    sources: [listSource(inquiry, app, filterOf(asked)), ...found.map((one) => recordSource(inquiry, one))],
    drafts: draftsOf(inquiry, asked),
  }
}

async function grouped(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  asked: RecordQuestion & { by: string },
): Promise<Part> {
  const { app, by } = asked
  const { rows, others } = await deps.records.aggregateRecords(inquiry.scope, inquiry.actor, {
    appId: app.id,
    measure: { of: 'count' },
    by: { kind: 'group', field: by, limit: 20 },
    zone: inquiry.timeZone,
    ...filterOf(asked),
  })
  const field = app.fields.find((one) => one.key === by)
  const labelOf = await labelsOf(deps, inquiry, { app, by })
  const table = rows.map(({ key, value }) => `| ${plain(labelOf(key))} | ${value ?? 0} |`)
  const rest = others === null || others === 0 ? [] : [`| Others | ${others} |`]
  return {
    text: [
      `Records in **${plain(app.name)}** by ${plain(field?.label ?? by)}${saidOf(asked)}:`,
      '',
      `| ${plain(field?.label ?? by)} | Records |`,
      '| --- | --- |',
      ...table,
      ...rest,
    ].join('\n'),
    sources: [listSource(inquiry, app, filterOf(asked))],
    drafts: draftsOf(inquiry, asked),
  }
}

const STEPS = { hour: 2, day: 31, week: 84, month: 366 } as const
const DAY_MS = 86_400_000
const MOST_STEPS = 60

/** How many records came in in each step of time. */
async function overTime(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  asked: RecordQuestion & { per: NonNullable<RecordQuestion['per']> },
): Promise<Part> {
  const { app, per } = asked
  const { now, timeZone } = inquiry
  const { rows } = await deps.records.aggregateRecords(inquiry.scope, inquiry.actor, {
    appId: app.id,
    measure: { of: 'count' },
    by: { kind: 'time', unit: per, zone: timeZone },
    time: { field: 'created_at', from: new Date(now.getTime() - STEPS[per] * DAY_MS), to: now },
    zone: timeZone,
    ...filterOf(asked),
  })
  const shown = new Intl.DateTimeFormat('en', {
    timeZone,
    dateStyle: 'medium',
    ...(per === 'hour' ? { timeStyle: 'short' as const } : {}),
  })
  const table = rows
    .slice(-MOST_STEPS)
    .map(({ at, value }) => `| ${at === null ? '' : shown.format(new Date(at))} | ${value ?? 0} |`)
  return {
    text: [
      `Records in **${plain(app.name)}** per ${per}${saidOf(asked)}:`,
      '',
      `| From | Records |`,
      '| --- | --- |',
      ...table,
    ].join('\n'),
    sources: [listSource(inquiry, app, filterOf(asked))],
    drafts: draftsOf(inquiry, asked),
  }
}

/** Records that have the words of a question which asks to find something; null when there are none. */
export async function answerBySearch(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part | null> {
  const text = SEARCHES.exec(inquiry.question)?.[1]?.replaceAll(
    /\b(?:the|a|an|of|for|with|about|records?)\b|[?!]+/gi,
    ' ',
  )
  if (text === undefined || text.trim() === '' || !may(inquiry.actor, 'record:read')) return null
  const command = { text: text.trim().slice(0, 500), limit: MOST_ROWS }
  const { items } = await deps.findEverywhere(inquiry.scope, inquiry.actor, command)
  if (items.length === 0) return null
  const rows = items.map(({ record, title }) => `- ${record.trackingId} ${plain(title)}`)
  return {
    text: ['These records have what you look for:', '', ...rows].join('\n'),
    sources: items.map((one) => recordSource(inquiry, one)),
  }
}

function filterOf({ conditions }: RecordQuestion): { filter?: Filter } {
  return conditions.length === 0 ? {} : { filter: { all: conditions } }
}

function saidOf({ said }: RecordQuestion): string {
  return said.length === 0 ? '' : ` (${said.map(plain).join(', ')})`
}

function draftsOf(inquiry: Inquiry, asked: RecordQuestion): NonNullable<Part['drafts']> {
  if (asked.conditions.length === 0) return []
  const title = `${asked.app.name}: ${asked.said.join(', ')}`
  const value = asked.conditions.map(({ field, op, value: than }) => ({ field, op, value: than ?? null }))
  return [{ kind: 'filter', title, value, to: listPath(inquiry, asked.app.id, filterOf(asked)) }]
}
