import type { ClockValue } from '@caseloom/contract/values/case-fields'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { RecordTemplate } from '@caseloom/contract/apps/record-templates'
import { referenceFields } from '../reference-fields/reference-fields.rules.ts'
import { fail } from '../../../platform/errors.ts'
import { readInput, readMatch } from './record-change.rules.ts'
import type { TaskChange } from '../case-fields/task.rules.ts'
import type { AppTable, StoredRecord, Values } from '../model/record-shape.ts'
import { invalid } from '../model/issues.rules.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

/** A change whose values are known only when the record is locked: of one task, one clock, or clocks that come due. */
export type Inside =
  | { of: 'task'; field: string; change: TaskChange }
  | { of: 'clock'; field: string; manual: NonNullable<ClockValue['manual']> }
  | { of: 'clocks'; recomputed?: { version: number; values: Values } }

/** A requested change, with values as received. */
export type WriteCommand =
  /** `folds`: the correlation rules of the app decide whether it becomes a record of its own. */
  | {
      kind: 'create'
      values: Values
      template?: string | undefined
      folds?: boolean
      /** The values were taken before: those who bring them back need not be able to write them. */
      whole?: boolean
    }
  /** Without `version` the last write wins, field by field. */
  | {
      kind: 'update'
      id: string
      values: Values
      version?: number | undefined
      inside?: Inside
      /** A state field: a record that it says is closed stays as it is. */
      unlessClosedIn?: string
    }
  /** `create` is set only when the record is new. */
  | { kind: 'upsert'; match: Values; set: Values; create?: Values | undefined; folds?: boolean }

export interface WriteRequest {
  actor: Actor
  command: WriteCommand
  /** The same key again answers what was done the first time, and does nothing. */
  operationKey?: string | undefined
}

export interface WriteResult {
  record: StoredRecord
  outcome: 'created' | 'updated' | 'unchanged' | 'folded'
}

/** A command whose values have been read against one revision of the app. */
export type ReadCommand =
  | { kind: 'create'; values: Values; template: RecordTemplate | null; folds: boolean }
  | {
      kind: 'update'
      id: string
      values: Values
      version: number | undefined
      inside?: Inside
      unlessClosedIn?: string
    }
  | { kind: 'upsert'; match: Values; set: Values; create: Values; folds: boolean }

/** True when the command says what a reference field of the app holds. */
export function namesReferences(app: AppTable, command: WriteCommand): boolean {
  const given = command.kind === 'upsert' ? { ...command.create, ...command.set } : command.values
  return referenceFields(app).some(({ key }) => Object.hasOwn(given, key))
}

/** @throws request.invalid with every fault */
export function readCommand(app: AppTable, actor: Actor, command: WriteCommand): ReadCommand {
  switch (command.kind) {
    case 'create':
      return {
        kind: 'create',
        values:
          command.whole === true
            ? formerValues(app, command.values)
            : valid(readInput(app, actor, command.values, ['body', 'fields'])),
        template: templateOf(app, command.template),
        folds: command.folds === true,
      }
    case 'update': {
      const id = normalizeGuid(command.id)
      if (id === null) throw fail('resource.not_found')
      const values = valid(readInput(app, actor, command.values, ['body', 'fields']))
      const inside = command.inside === undefined ? {} : { inside: allowedInside(app, actor, command.inside) }
      const { unlessClosedIn } = command
      const unless = unlessClosedIn === undefined ? {} : { unlessClosedIn }
      return { kind: 'update', id, values, version: command.version, ...inside, ...unless }
    }
    case 'upsert': {
      const match = readMatch(app, actor, command.match, ['body', 'match'])
      const set = readInput(app, actor, command.set, ['body', 'set'])
      const create = readInput(app, actor, command.create ?? {}, ['body', 'create'])
      const issues = [match, set, create].flatMap((input) => input.issues ?? [])
      if (issues.length > 0) throw invalid(issues)
      return {
        kind: 'upsert',
        match: match.values ?? {},
        set: set.values ?? {},
        create: create.values ?? {},
        folds: command.folds === true,
      }
    }
    default:
      return command satisfies never
  }
}

/** Values that the app took before, as far as its fields still take them. */
function formerValues(app: AppTable, values: Values): Values {
  const read = Object.entries(values).flatMap(([key, value]) => {
    const reading = app.byKey.get(key)?.read(value)
    return reading === undefined || reading.issues !== undefined ? [] : [[key, reading.value] as const]
  })
  return Object.fromEntries(read)
}

function templateOf({ templates }: AppTable, key: string | undefined): RecordTemplate | null {
  if (key === undefined) return null
  const template = templates.find((one) => one.key === key)
  if (template !== undefined) return template
  throw invalid([
    { path: ['body', 'template'], code: 'unknown_template', message: 'The app has no such template' },
  ])
}

/** One may change a task where one may write the field. */
function allowedInside(app: AppTable, actor: Actor, inside: Inside): Inside {
  if (inside.of === 'clocks') return inside
  const { field } = inside
  if (inside.of === 'clock') return allowedClock(app, actor, inside)
  const tasks = app.byKey.get(field)
  if (tasks === undefined || !kindTraits(tasks.kind).tasks) throw fail('field.unknown')
  const { issues = [] } = readInput(app, actor, { [field]: null }, ['params'])
  if (issues.some((issue) => issue.code === 'unknown_field')) throw fail('field.unknown')
  if (issues.length > 0)
    throw fail('right.missing', { detail: 'You don’t have permission to edit this field' })
  return inside
}

/** Clocks can't be edited, but anyone who may write the record's other fields may start and stop them. */
function allowedClock(app: AppTable, actor: Actor, inside: Inside & { of: 'clock' }): Inside {
  const field = app.byKey.get(inside.field)
  if (field === undefined || !kindTraits(field.kind).clock || !mayReadField(actor, field)) {
    const message = `Unknown clock "${inside.field.slice(0, 100)}"`
    throw invalid([{ path: ['body', 'field'], code: 'unknown_field', message }])
  }
  if (!mayPass(actor, field.definition.writers))
    throw fail('right.missing', { detail: 'You don’t have permission to control this clock' })
  return inside
}

function valid(input: { values: Values; issues?: never } | { values?: never; issues: Issue[] }): Values {
  if (input.issues !== undefined) throw invalid(input.issues)
  return input.values
}

/** Unique values that a command names: they have to be looked up before anything is decided. */
export function uniqueValues(app: AppTable, command: ReadCommand): [string, JsonValue][] {
  const values = command.kind === 'upsert' ? { ...command.create, ...command.set } : command.values
  const matched = command.kind === 'upsert' ? Object.entries(command.match) : []
  return [...matched, ...Object.entries(values)].filter(
    ([key, value]) => value !== null && app.byKey.get(key)?.unique === true,
  )
}
