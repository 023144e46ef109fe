import { Task } from '@caseloom/contract/values/case-fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { z } from 'zod'
import { isFailure } from '../../../platform/errors.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'
import { readableFields } from '../tools/app-of.ts'
import { inTenant, recordSource, titleOf } from '../tools/places.ts'
import { recordOf } from '../tools/record-tools.ts'
import { fits, NO_VALUE, understoodOf, type Wanted } from './other-lists.ts'
import type { Query } from './query.rules.ts'
import { momentText } from './say.rules.ts'
import { rangeOf, testsOn } from './time-range.rules.ts'

const ROWS = 10
const PAGE = 100

/** Open tasks of people, or those of one record. */
export async function answerTasks(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  query: Query,
  wanted: Wanted,
): Promise<Part | null> {
  const { scope, actor, timeZone } = inquiry
  const people = wanted.in.get('assignee')
  const records = wanted.in.get('record')
  const states = wanted.in.get('state') ?? []
  // Only open tasks are listed anywhere.
  if (wanted.notIn.has('assignee') || states.some((state) => state === 'done' || state === 'skipped'))
    return null
  if (records !== undefined) return answerTasksOf(deps, inquiry, query, wanted)
  if (query.sort !== null && query.sort.field.key !== 'due') return null
  const asked = people === undefined || people.includes(NO_VALUE) ? ['anyone'] : people
  const pages = await Promise.all(
    asked.map((assignee) => deps.tasks(scope, actor, { assignee, limit: PAGE })),
  )
  const isAll = pages.every(({ next }) => next === null)
  if (!isAll && query.show === 'count') return null
  const open = pages.flatMap(({ items }) => items)
  const isDue = dueIn(inquiry, query)
  const found = open.filter(({ task }) => {
    return (
      isDue(task.due) &&
      (people?.includes(NO_VALUE) !== true || task.assignee === null) &&
      fits(wanted, 'state', task.state) &&
      fits(wanted, 'required', String(task.required))
    )
  })
  const shown = query.show === 'count' ? [] : found.slice(0, query.limit ?? ROWS)
  const said =
    query.picked.length === 0 ? '' : ` (${query.picked.map(({ label }) => plain(label)).join(', ')})`
  const rows = shown.map(
    ({ task, record }) =>
      `- ${plain(task.title)} (${record.trackingId})${task.due === null ? '' : `, due ${momentText(task.due, timeZone)}`}`,
  )
  return {
    text: [
      `${isAll ? '' : 'At least '}${found.length === 0 ? 'No' : found.length} open ${found.length === 1 ? 'task' : 'tasks'}${said}.`,
      ...(rows.length === 0 ? [] : ['', ...rows]),
    ].join('\n'),
    sources: [
      { kind: 'search' as const, title: 'Tasks', to: inTenant(inquiry, '/home') },
      ...[...new Map(shown.map(({ record }) => [record.id, record])).values()].map((record) => ({
        kind: 'record' as const,
        title: `${record.trackingId} ${record.title}`,
        to: inTenant(inquiry, `/record/${record.appId}/${record.id}`),
      })),
    ],
    understood: understoodOf(inquiry, query, '/home'),
  }
}

/** Whether a due date is one of those that the question asks for. */
function dueIn({ now, timeZone }: Inquiry, { picked }: Query): (due: string | null) => boolean {
  const tests = testsOn(
    picked.map(({ filter }) => filter),
    'due',
  )
  const { from, until } = rangeOf(tests, { now, zone: timeZone })
  return (text) => {
    if (from === null && until === null) return true
    const due = text === null ? null : new Date(text)
    return due !== null && (from === null || due >= from) && (until === null || due < until)
  }
}

async function answerTasksOf(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  query: Query,
  wanted: Wanted,
): Promise<Part | null> {
  const [trackingId, ...more] = wanted.in.get('record') ?? []
  if (trackingId === undefined || more.length > 0 || query.sort !== null) return null
  const found = await recordOf(deps, inquiry, trackingId).catch((error: unknown) => {
    if (isFailure(error, 'resource.not_found')) return null
    throw error
  })
  if (found === null) return { text: `There is no record ${trackingId} that you can read.`, sources: [] }
  const { app, record } = found
  const fields = readableFields(app, inquiry.actor).filter((field) => fieldTraits(field).tasks)
  const isDue = dueIn(inquiry, query)
  const people = wanted.in.get('assignee')?.map((one) => (one === 'me' ? inquiry.actor.id : one))
  const tasks = fields
    .flatMap(({ key }) => z.array(Task).safeParse(record.fields[key]).data ?? [])
    .filter(({ state }) => state !== 'done' && state !== 'skipped')
    .filter((task) => people === undefined || people.includes(task.assignee ?? NO_VALUE))
    .filter(({ due }) => isDue(due))
    .filter((task) => fits(wanted, 'state', task.state) && fits(wanted, 'required', String(task.required)))
  const shown = query.show === 'count' ? [] : tasks.slice(0, query.limit ?? ROWS)
  const title = titleOf(app, record)
  const rows = shown.map((task) => `- ${plain(task.title)} (${task.state})`)
  return {
    text: [
      `${tasks.length === 0 ? 'No' : tasks.length} open ${tasks.length === 1 ? 'task' : 'tasks'} in **${record.trackingId}** ${plain(title)}.`,
      ...(rows.length === 0 ? [] : ['', ...rows]),
    ].join('\n'),
    sources: [recordSource(inquiry, { record, title })],
    understood: understoodOf(inquiry, query, '/home'),
  }
}
