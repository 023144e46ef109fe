import {
  MAX_OBSERVABLES,
  MAX_TASKS,
  type Observable,
  ObservableKind,
  type Task,
  TaskState,
  TLP,
  Tlp,
} from '@caseloom/contract/values/case-fields'
import type { Field } from '@caseloom/contract/field-types/fields'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { canonicalObservable, recognizeObservable } from '@caseloom/contract/values/observable-value'
import { canonicalInstant } from '@caseloom/contract/values/calendar-value'
import type { ParsedValue, ValueIssue } from './parsed-value.ts'
import { dependencyIssues } from './task-order.ts'

/** Ids of items that came without: the same content gets the same id, so that writing it again changes nothing. */
export type ItemIds = (content: string) => string

const LONGEST_NOTE = 10_000
const LONGEST_TITLE = 500

type Item<Value> = { value: Value; issues?: never } | { value?: never; issues: ValueIssue[] }

function fault(path: (string | number)[], code: string, message: string): ValueIssue {
  return { path, code, message }
}

function listOf(
  raw: JsonValue,
  most: number,
  what: string,
): { items: JsonValue[] } | { issues: ValueIssue[] } {
  if (!Array.isArray(raw)) return { issues: [fault([], 'invalid_type', `Expected a list of ${what}`)] }
  if (raw.length > most)
    return {
      issues: [{ ...fault([], 'too_long', `At most ${most} ${what}`), max: most, actual: raw.length }],
    }
  return { items: raw }
}

/** Observables in their order, each value of a kind once: marks of doubles are joined, the stricter TLP holds. */
export function readObservables(
  field: Field & { type: 'observables' },
  raw: JsonValue,
  ids: ItemIds,
): ParsedValue {
  const list = listOf(raw, MAX_OBSERVABLES, 'observables')
  if ('issues' in list) return list
  const byValue = new Map<string, Observable>()
  const issues: ValueIssue[] = []
  for (const [at, item] of list.items.entries()) {
    const reading = readObservable(field, item, ids)
    if (reading.issues !== undefined) {
      issues.push(...reading.issues.map((found) => ({ ...found, path: [at, ...found.path] })))
      continue
    }
    const { value } = reading
    const key = `${value.kind}\n${value.value}`
    const before = byValue.get(key)
    byValue.set(key, before === undefined ? value : joined(before, value))
  }
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  return { value: byValue.size === 0 ? null : asJson(distinctIds([...byValue.values()], ids)) }
}

function joined(first: Observable, second: Observable): Observable {
  const note = first.note ?? second.note
  return {
    ...first,
    tlp: TLP.indexOf(second.tlp) > TLP.indexOf(first.tlp) ? second.tlp : first.tlp,
    ioc: first.ioc || second.ioc,
    sighted: first.sighted || second.sighted,
    ...(note === undefined ? {} : { note }),
  }
}

/** Items are made of JSON values alone; an absent note is no member. */
function asJson(items: readonly (Observable | Task)[]): JsonValue {
  return items as unknown as JsonValue
}

function distinctIds(items: readonly Observable[], ids: ItemIds): Observable[] {
  const taken = new Set<string>()
  return items.map((item) => {
    const id = taken.has(item.id) ? ids(`observable\n${item.kind}\n${item.value}`) : item.id
    taken.add(id)
    return { ...item, id }
  })
}

const OBSERVABLE_MEMBERS = ['id', 'kind', 'value', 'tlp', 'ioc', 'sighted', 'note']

function readObservable(
  field: Field & { type: 'observables' },
  raw: JsonValue,
  ids: ItemIds,
): Item<Observable> {
  const bag = typeof raw === 'string' ? { value: raw } : raw
  if (!isJsonObject(bag)) return { issues: [fault([], 'invalid_type', 'Expected an observable')] }
  const reader = new ItemReader(bag, OBSERVABLE_MEMBERS)
  const named = reader.choice('kind', ObservableKind.options)
  const tlp = reader.choice('tlp', Tlp.options) ?? 'amber'
  const [ioc, sighted] = [reader.flag('ioc'), reader.flag('sighted')]
  const note = reader.text('note', LONGEST_NOTE)
  const id = reader.id('id')
  const found = reader.issues.length > 0 ? null : valueOf(reader, bag['value'] ?? null, named)
  if (found !== null && field.kinds !== undefined && !field.kinds.includes(found.kind))
    reader.refuse('kind', 'not_allowed', `This field takes no ${found.kind}`)
  if (found === null || reader.issues.length > 0) return { issues: reader.issues }
  const rest = { tlp, ioc, sighted, ...(note === null ? {} : { note }) }
  return { value: { id: id ?? ids(`observable\n${found.kind}\n${found.value}`), ...found, ...rest } }
}

function valueOf(
  reader: ItemReader,
  raw: JsonValue,
  kind: Observable['kind'] | null,
): Pick<Observable, 'kind' | 'value'> | null {
  if (typeof raw !== 'string') return reader.refuse('value', 'invalid_type', 'Expected a text')
  if (kind === null) return recognizeObservable(raw) ?? reader.refuse('value', 'required', 'Expected a value')
  const value = canonicalObservable(kind, raw)
  return value === null ? reader.refuse('value', 'invalid_observable', `This is no ${kind}`) : { kind, value }
}

/** Tasks in their order; ids that others depend on must be there, and nothing may wait for itself. */
export function readTasks(raw: JsonValue, ids: ItemIds): ParsedValue {
  const list = listOf(raw, MAX_TASKS, 'tasks')
  if ('issues' in list) return list
  const tasks: Task[] = []
  const issues: ValueIssue[] = []
  const taken = new Set<string>()
  for (const [at, item] of list.items.entries()) {
    const reading = readTask(item, (title) => freeId(title, taken, ids))
    if (reading.issues !== undefined) {
      issues.push(...reading.issues.map((found) => ({ ...found, path: [at, ...found.path] })))
      continue
    }
    if (taken.has(reading.value.id)) issues.push(fault([at, 'id'], 'duplicate', 'Two tasks have this ID'))
    taken.add(reading.value.id)
    tasks.push(reading.value)
  }
  if (issues.length === 0) issues.push(...dependencyIssues(tasks))
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  return { value: tasks.length === 0 ? null : asJson(tasks) }
}

function freeId(title: string, taken: ReadonlySet<string>, ids: ItemIds): string {
  for (let count = 1; ; count += 1) {
    const id = ids(`task\n${title}\n${count}`)
    if (!taken.has(id)) return id
  }
}

const TASK_MEMBERS = [
  'id',
  'title',
  'state',
  'assignee',
  'due',
  'required',
  'dependsOn',
  'note',
  'doneAt',
  'doneBy',
]

/** One task; a text alone is the title of one to do. */
export function readTask(raw: JsonValue, idOf: (title: string) => string): Item<Task> {
  const bag = typeof raw === 'string' ? { title: raw } : raw
  if (!isJsonObject(bag)) return { issues: [fault([], 'invalid_type', 'Expected a task')] }
  const reader = new ItemReader(bag, TASK_MEMBERS)
  const title = reader.text('title', LONGEST_TITLE)
  if (title === null && reader.issues.length === 0)
    reader.refuse('title', 'required', 'A task requires a title')
  const state = reader.choice('state', TaskState.options) ?? 'todo'
  const assignee = reader.id('assignee')
  const due = reader.instant('due')
  const required = reader.flag('required')
  const dependsOn = reader.ids('dependsOn')
  const note = reader.text('note', LONGEST_NOTE)
  const doneAt = reader.instant('doneAt')
  const doneBy = reader.text('doneBy', 100)
  const id = reader.id('id')
  if (title === null || reader.issues.length > 0) return { issues: reader.issues }
  const value = {
    id: id ?? idOf(title),
    title,
    state,
    // Reading has made it a bare id; whether there is such a user is not asked, as in user fields.
    assignee: assignee as Task['assignee'],
    due,
    required,
    dependsOn,
    ...(note === null ? {} : { note }),
    doneAt: state === 'done' ? doneAt : null,
    doneBy: state === 'done' ? doneBy : null,
  }
  return { value }
}

/** Reads the members of one item and collects what is wrong with them. */
class ItemReader {
  readonly issues: ValueIssue[]
  readonly #bag: JsonObject

  constructor(bag: JsonObject, members: readonly string[]) {
    this.#bag = bag
    this.issues = Object.keys(bag)
      .filter((key) => !members.includes(key))
      .map((key) => fault([key], 'unknown_member', 'No such member'))
  }

  refuse(member: string, code: string, message: string): null {
    this.issues.push(fault([member], code, message))
    return null
  }

  choice<Value extends string>(member: string, values: readonly Value[]): Value | null {
    const raw = this.#bag[member] ?? null
    if (raw === null) return null
    const found = values.find((value) => value === raw)
    return found ?? this.refuse(member, 'unknown_option', `Expected one of ${values.join(', ')}`)
  }

  flag(member: string): boolean {
    const raw = this.#bag[member] ?? false
    if (typeof raw !== 'boolean') this.refuse(member, 'invalid_type', 'Expected true or false')
    return raw === true
  }

  text(member: string, max: number): string | null {
    const raw = this.#bag[member] ?? null
    if (raw === null) return null
    if (typeof raw !== 'string') return this.refuse(member, 'invalid_type', 'Expected a text')
    const value = cleanText(raw).trim()
    if (value.length > max) return this.refuse(member, 'too_long', `At most ${max} characters`)
    return value === '' ? null : value
  }

  id(member: string): string | null {
    const raw = this.#bag[member] ?? null
    if (raw === null) return null
    const value = typeof raw === 'string' ? normalizeGuid(raw) : null
    return value ?? this.refuse(member, 'invalid_guid', 'Expected an ID')
  }

  ids(member: string): string[] {
    const raw = this.#bag[member] ?? []
    const values = Array.isArray(raw)
      ? raw.map((one) => (typeof one === 'string' ? normalizeGuid(one) : null))
      : [null]
    const good = values.filter((value) => value !== null)
    if (good.length < values.length) this.refuse(member, 'invalid_guid', 'Expected a list of IDs')
    return [...new Set(good)]
  }

  instant(member: string): string | null {
    const raw = this.#bag[member] ?? null
    if (raw === null || raw === '') return null
    const value = canonicalInstant(raw)
    return (
      value ?? this.refuse(member, 'invalid_instant', 'Expected a date and time such as 2026-11-21T03:02:15Z')
    )
  }
}
