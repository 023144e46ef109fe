import type { AppView } from '@caseloom/contract/apps'
import type { Condition } from '@caseloom/contract/filter'
import { stem } from './words.rules.ts'

/** What of an app's records is asked for. */
export interface RecordQuestion {
  app: AppView
  conditions: Condition[]
  /** What the conditions say, in words. */
  said: string[]
  /** Key of the field that figures are told apart by. */
  by: string | null
  /** A figure for each step of time. */
  per: 'hour' | 'day' | 'week' | 'month' | null
  counts: boolean
}

const COUNTS = /\b(?:how many|count|number of|total of)\b/i
const LISTS = /\b(?:show|list|find|which|give me|display|get|see|filter|report)\b/i
const PER = /\b(?:per|by|each|every) (hour|day|week|month)\b/i
const UNITS = { hour: 'hour', day: 'day', week: 'week', month: 'month' } as const
const MINE = /\b(?:my|mine|assigned to me)\b/i
const OPEN = /\b(?:open|unresolved|unfinished|not closed)\b/i
const OVER = /^(?:closed|done|resolved|promoted|finished)$/
const PERIODS: readonly [RegExp, string, string][] = [
  [/\btoday\b/i, 'today', 'today'],
  [/\byesterday\b/i, 'yesterday', 'yesterday'],
  [/\bthis week\b/i, 'this_week', 'this week'],
  [/\blast week\b/i, 'last_week', 'last week'],
  [/\bthis month\b/i, 'this_month', 'this month'],
  [/\blast month\b/i, 'last_month', 'last month'],
  [/\bthis year\b/i, 'this_year', 'this year'],
]
const LAST = /\blast (\d{1,4}) (hour|day|week)s?\b/i
const RECENT = /\blast (hour|day)\b/i

/** Reads which records are asked for; null when the question names no app or nothing that is asked of it. */
export function readRecordQuestion(question: string, apps: readonly AppView[]): RecordQuestion | null {
  const words = question.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const app = apps.find(({ name, key }) =>
    [name, key].some((called) => words.some((word) => stem(word) === stem(called.toLowerCase()))),
  )
  if (app === undefined) return null
  const picked = [
    ...optionsIn(question, app),
    ...mine(question, app),
    ...open(question, app),
    ...period(question),
  ]
  const by = groupIn(question, app)
  const per = perIn(question)
  const counts = COUNTS.test(question)
  if (picked.length === 0 && by === null && per === null && !counts && !LISTS.test(question)) return null
  return {
    app,
    conditions: picked.map(({ condition }) => condition),
    said: picked.map(({ said }) => said),
    by,
    per,
    counts,
  }
}

interface Picked {
  condition: Condition
  said: string
}

function optionsIn(question: string, app: AppView): Picked[] {
  const said = ` ${question.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return app.fields.flatMap((field) => {
    if (field.type !== 'selection') return []
    const options = field.options.filter(
      ({ label }) =>
        stem(label) !== stem(app.name) &&
        said.includes(` ${label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `),
    )
    if (options.length === 0) return []
    return [
      {
        condition: { field: field.key, op: 'in' as const, value: options.map(({ key }) => key) },
        said: `${field.label} ${options.map(({ label }) => label).join(' or ')}`,
      },
    ]
  })
}

function mine(question: string, app: AppView): Picked[] {
  const users = app.fields.filter((field) => field.type === 'user')
  const field = users.find(({ key }) => /assign|owner|analyst/.test(key)) ?? users[0]
  if (!MINE.test(question) || field === undefined) return []
  return [{ condition: { field: field.key, op: 'in', value: ['me'] }, said: `${field.label} you` }]
}

function open(question: string, app: AppView): Picked[] {
  const field = app.fields.find(({ key, type }) => type === 'selection' && /^(?:status|state)$/.test(key))
  if (!OPEN.test(question) || field?.type !== 'selection') return []
  const over = field.options.filter(({ key }) => OVER.test(key)).map(({ key }) => key)
  if (over.length === 0 || field.options.some(({ key }) => key === 'open')) return []
  return [{ condition: { field: field.key, op: 'notIn', value: over }, said: 'open' }]
}

function period(question: string): Picked[] {
  const [, count, unit] = LAST.exec(question) ?? []
  const recent = RECENT.exec(question)?.[1]?.toLowerCase()
  const field = 'created_at'
  if (count !== undefined && unit !== undefined) {
    const value = `${count}${unit.toLowerCase().slice(0, 1)}`
    return [{ condition: { field, op: 'within', value }, said: `the last ${count} ${unit.toLowerCase()}s` }]
  }
  if (recent !== undefined)
    return [
      {
        condition: { field, op: 'within', value: recent === 'hour' ? '1h' : '1d' },
        said: `the last ${recent}`,
      },
    ]
  const found = PERIODS.find(([form]) => form.test(question))
  return found === undefined ? [] : [{ condition: { field, op: 'within', value: found[1] }, said: found[2] }]
}

function perIn(question: string): RecordQuestion['per'] {
  const unit = PER.exec(question)?.[1]?.toLowerCase()
  return Object.values(UNITS).find((one) => one === unit) ?? null
}

/** `Which severity has the most alerts?` */
function mostIn(question: string, app: AppView): string | null {
  const said = /\b(?:which|what) ([\p{L} ]{2,40}?) (?:has|have|had) the (?:most|fewest)\b/iu
    .exec(question)?.[1]
    ?.toLowerCase()
  if (said === undefined) return null
  const fits = app.fields.find(
    ({ type, label, key }) =>
      ['selection', 'user', 'group'].includes(type) && (label.toLowerCase() === said || key === said),
  )
  return fits?.key ?? null
}

function groupIn(question: string, app: AppView): string | null {
  const label = /\b(?:by|per|grouped by|for each)\s+([\p{L}\p{N} ]{2,40})/iu
    .exec(question)?.[1]
    ?.trim()
    .toLowerCase()
  if (label === undefined) return mostIn(question, app)
  if (/^(?:owner|assignee|person|analyst|user|who)\b/.test(label)) {
    const owner = app.fields.find(({ type, key }) => type === 'user' && /assign|owner|analyst/.test(key))
    if (owner !== undefined) return owner.key
  }
  const field = app.fields.find(
    (one) =>
      ['selection', 'user', 'group'].includes(one.type) &&
      (label.startsWith(one.label.toLowerCase()) || label.startsWith(one.key)),
  )
  return field?.key ?? null
}
