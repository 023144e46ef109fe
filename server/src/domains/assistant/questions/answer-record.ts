import type { AppView } from '@caseloom/contract/apps/apps'
import { ClockValue, clockWord, Task } from '@caseloom/contract/values/case-fields'
import { writeDuration } from '@caseloom/contract/values/duration'
import { kindOf } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { may } from '@caseloom/contract/kernel/permissions'
import type { HistoryEntry, RecordView } from '@caseloom/contract/records/records'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { z } from 'zod'
import { isFailure } from '../../../platform/errors.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'
import { readableFields } from '../tools/app-of.ts'
import { inTenant, recordSource, titleOf } from '../tools/places.ts'
import { recordOf } from '../tools/record-tools.ts'
import type { World } from './grammar.rules.ts'
import { readRecordQuestion, type RecordQuestion } from './record-question.rules.ts'
import { dayText, momentText } from './say.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import type { Token } from './tokens.rules.ts'

const MAX_CHANGES = 5
const MAX_OBSERVABLES = 10

interface Shown {
  app: AppView
  record: RecordView
  names: ReadonlyMap<string, string>
}

/** What a question wants to know of the record that it names; null when it is another question. */
export async function answerRecord(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  { tokens, world, apps }: { tokens: readonly Token[]; world: World; apps: readonly AppView[] },
): Promise<Part | null> {
  const asked = readRecordQuestion(tokens, world)
  if (asked === null || !may(inquiry.actor, 'record:read')) return null
  const found = await recordOf(deps, inquiry, asked.trackingId).catch((error: unknown) => {
    if (isFailure(error, 'resource.not_found')) return null
    throw error
  })
  if (found === null || !apps.some(({ id }) => id === found.app.id))
    return { text: `There is no record ${asked.trackingId} that you can read.`, sources: [] }
  const { people, groups } = await deps.directory(inquiry.actor, inquiry.scope)
  const names = new Map([...people, ...groups].map(({ id, name }): [string, string] => [id, name]))
  const shown = { ...found, names }
  const lines =
    asked.fields.length === 0 ? await summaryOf(deps, inquiry, shown) : factsOf(inquiry, shown, asked)
  const title = titleOf(found.app, found.record)
  return {
    text: [`**${found.record.trackingId}** ${plain(title)}`, '', ...lines].join('\n'),
    sources: [recordSource(inquiry, { record: found.record, title })],
    ...(asked.fields.length === 1 && asked.fields.every((field) => valueTraits(field).tasks)
      ? { understood: tasksOf(inquiry, found.record.trackingId) }
      : {}),
  }
}

/** Its open tasks, as the list of tasks would be narrowed to them. */
function tasksOf(inquiry: Inquiry, trackingId: string): NonNullable<Part['understood']> {
  const filter = { field: 'record', op: 'in' as const, value: [trackingId] }
  return {
    subject: { key: '$task', name: 'Tasks', to: inTenant(inquiry, '/home') },
    chips: [{ kind: 'filter', text: `Record is ${trackingId}`, filter, value: null }],
    unknown: [],
  }
}

function factsOf(inquiry: Inquiry, shown: Shown, { fields, check }: RecordQuestion): string[] {
  const answer = check === null ? [] : [`${holds(inquiry, shown, check) ? 'Yes' : 'No'}.`, '']
  return [...answer, ...fields.map((field) => `- ${plain(field.label)}: ${valueText(inquiry, shown, field)}`)]
}

/** Whether a list of values holds what the record has: all that questions about one record can ask. */
function holds(
  { actor }: Inquiry,
  { record }: Shown,
  { filter }: NonNullable<RecordQuestion['check']>,
): boolean {
  if (!('op' in filter) || !Array.isArray(filter.value)) return false
  const wanted = filter.value.map((value) => (value === 'me' ? actor.id : value))
  const value = record.fields[filter.field] ?? null
  const has = (Array.isArray(value) ? value : [value]).some((one) => wanted.includes(one))
  return filter.op === 'notIn' ? !has : has
}

const SYSTEM: Readonly<Record<string, (record: RecordView) => JsonValue>> = {
  created_at: (record) => record.createdAt,
  updated_at: (record) => record.updatedAt,
  created_by: (record) => record.createdBy.name,
  updated_by: (record) => record.updatedBy.name,
}

function valueText(inquiry: Inquiry, shown: Shown, field: SubjectField): string {
  const value = SYSTEM[field.key]?.(shown.record) ?? shown.record.fields[field.key] ?? null
  const { clock, day, groups, html, instant, options, several, span, tasks, users } = valueTraits(field)
  if (clock) return clockText(inquiry, value)
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return users && !several ? 'nobody' : 'empty'
  if (instant) return timeText(inquiry, String(value))
  if (day) return plain(dayText(String(value)))
  if (span) return typeof value === 'number' ? writeDuration(Math.round(value)) : plain(String(value))
  if (options) return each(value, (key) => field.options.find((option) => option.key === key)?.label ?? key)
  if (users || groups) return each(value, (id) => shown.names.get(id) ?? 'a former user')
  if (tasks) return tasksText(shown, value)
  return html ? plain(plainTextOf(String(value))) : each(value, String)
}

const Bag = z.looseObject({
  value: z.string().optional(),
  title: z.string().optional(),
  name: z.string().optional(),
  trackingId: z.string().optional(),
})

function each(value: JsonValue, said: (key: string) => string): string {
  const items = Array.isArray(value) ? value : [value]
  const texts = items.slice(0, MAX_OBSERVABLES).map((item) => {
    if (typeof item !== 'object' || item === null) return said(String(item))
    const bag = Bag.safeParse(item).data
    return bag?.trackingId ?? bag?.value ?? bag?.title ?? bag?.name ?? ''
  })
  return plain(texts.filter((text) => text !== '').join(', '))
}

function tasksText({ names }: Shown, value: JsonValue): string {
  const tasks = z.array(Task).safeParse(value).data ?? []
  const open = tasks.filter(({ state }) => state !== 'done' && state !== 'skipped')
  const lines = open.map(
    ({ title, assignee, state }) =>
      `${plain(title)} (${state}, ${assignee === null ? 'nobody' : plain(names.get(assignee) ?? 'someone')})`,
  )
  return `${open.length} open of ${tasks.length}${lines.length === 0 ? '' : `: ${lines.join('; ')}`}`
}

const CLOCK_TEXTS = {
  idle: 'not running',
  running: 'running, within its time',
  warning: 'running, at risk',
  overdue: 'overdue',
  paused: 'paused',
  met: 'met',
  missed: 'missed',
} as const

function clockText(inquiry: Inquiry, value: JsonValue): string {
  const clock = ClockValue.safeParse(value).data ?? null
  const due =
    clock?.dueAt === null || clock?.dueAt === undefined ? '' : `, due ${timeText(inquiry, clock.dueAt)}`
  return `${CLOCK_TEXTS[clockWord(clock, inquiry.now.getTime())]}${due}`
}

function timeText({ timeZone }: Inquiry, value: string): string {
  return plain(momentText(value, timeZone))
}

function isInSummary(field: SubjectField): boolean {
  const { clock, groups, instant, links, options, several, techniques, users } = valueTraits(field)
  return clock || instant || links || techniques || ((options || users || groups) && !several)
}

/** State, severity, assignee, clocks, observables, tasks and the newest changes, each where the asker may read it. */
async function summaryOf(deps: BuiltInDeps, inquiry: Inquiry, shown: Shown): Promise<string[]> {
  const { app, record } = shown
  const fields = readableFields(app, inquiry.actor).map(summaryField)
  const isMentioned = (field: SubjectField) => {
    const value = record.fields[field.key] ?? null
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  }
  const named = fields.filter(
    (field) => isInSummary(field) && (isMentioned(field) || field.key === app.assigneeField),
  )
  const more = fields.filter((field) => {
    const { observables, span, tasks } = valueTraits(field)
    return (observables || tasks || span) && isMentioned(field)
  })
  const place = { appId: app.id, recordId: record.id, limit: MAX_CHANGES }
  const history = await deps.records
    .recordHistory(inquiry.scope, inquiry.actor, place)
    .catch((error: unknown) => {
      if (isFailure(error)) return { items: [] }
      throw error
    })
  const labels = new Map(app.fields.map(({ key, label }) => [key, label]))
  const lines = [...named, ...more].map(
    (field) => `- ${plain(field.label)}: ${valueText(inquiry, shown, field)}`,
  )
  const created = `- Created: ${timeText(inquiry, record.createdAt)} by ${plain(record.createdBy.name)}`
  const changes = history.items.map(
    (entry) => `- ${timeText(inquiry, entry.at)}: ${plain(entry.actor.name)} ${changeText(entry, labels)}`,
  )
  return [...lines, created, ...(changes.length === 0 ? [] : ['', 'Latest changes:', '', ...changes])]
}

function changeText({ action, changes }: HistoryEntry, labels: ReadonlyMap<string, string>): string {
  const fields = changes.map(({ field }) => labels.get(field)).filter((label) => label !== undefined)
  return `${action.replace('_', ' ')}${action === 'updated' && fields.length > 0 ? ` ${plain(fields.join(', '))}` : ''}`
}

function summaryField(field: AppView['fields'][number]): SubjectField {
  const options = 'options' in field ? field.options.map(({ key, label }) => ({ key, label, names: [] })) : []
  return { key: field.key, label: field.label, kind: kindOf(field), names: [], options }
}
