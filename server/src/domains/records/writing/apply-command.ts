import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import { mayPass } from '@caseloom/contract/kernel/permissions'
import { newId } from '../../../platform/uuid.ts'
import { aliasOf } from '../model/alias.ts'
import { allowInApp, isLockedFor } from '../model/app-permissions.rules.ts'
import type { Assigner } from './assign-people.ts'
import type { Batch } from './batch.ts'
import { clockIn, takenInHand } from '../case-fields/clock.rules.ts'
import { addedValues } from '../correlation/correlation.rules.ts'
import type { Correlator, Target } from '../correlation/correlator.ts'
import { isClosedIn, openTasksAtClosing } from '../case-fields/closing.rules.ts'
import { changedTasks } from '../case-fields/task.rules.ts'
import type { Inside, ReadCommand, WriteRequest, WriteResult } from './commands.ts'
import type { LinkChanges, LinkPlan } from '../reference-fields/link-changes.rules.ts'
import { linkConflicts, planLinks, splitLinks } from '../reference-fields/plan-links.rules.ts'
import { withFormulas } from '../computed/compute-formulas.ts'
import { changedSince } from './load.store.ts'
import { conflictsOf, decideTick, draftUpdate } from './record-change.rules.ts'
import { type Decided, decideWithWorkflow } from './decide-with-workflow.ts'
import { templatedValues } from './template-values.rules.ts'
import type { WorkflowAtHand } from './workflow-at-hand.ts'
import { FOLDED } from '../versions/history-form.rules.ts'
import type { AppTable, Circles, FieldChange, Moment, StoredRecord, Values } from '../model/record-shape.ts'
import { invalid } from '../model/issues.rules.ts'

interface Place {
  tx: TenantTx
  app: AppTable
  batch: Batch
  request: WriteRequest
  book: LinkChanges
  circles?: Circles | undefined
  workflow: WorkflowAtHand | null
  assigner: Assigner | null
  /** Null where nothing of the batch can be folded. */
  correlator?: Correlator | null
}

/**
 * Applies one command to the batch.
 * @throws right.missing, resource.not_found, resource.version_conflict, record.duplicate_value, request.invalid
 */
export async function applyCommand(place: Place, command: ReadCommand): Promise<WriteResult> {
  switch (command.kind) {
    case 'create':
      return create(place, startingValues(place, command), command.folds)
    case 'update':
      return update(place, command)
    case 'upsert': {
      const found = place.batch.match(command.match)
      if (found === null) {
        const holder = holderOf(place, command.match)
        // What was folded is written once; its source may send it again.
        if (holder !== null) return { record: holder, outcome: 'unchanged' }
        const values = { ...command.match, ...command.create, ...command.set }
        return create(place, values, command.folds)
      }
      // Who may not see the record learns only that the value is taken.
      if (!mayPass(place.request.actor, found.acl)) throw duplicate(Object.keys(command.match)[0] ?? '')
      return change(place, found, command.set)
    }
    default:
      return command satisfies never
  }
}

function startingValues(place: Place, { values, template }: ReadCommand & { kind: 'create' }): Values {
  return template === null ? values : templatedValues(place.app, template, values, momentOf(place))
}

/** The record into which one with these unique values was folded; null when none was. */
function holderOf({ app, request, correlator }: Place, values: Values): StoredRecord | null {
  for (const [key, value] of Object.entries(values)) {
    if (value === null || app.byKey.get(key)?.unique !== true) continue
    const holder = correlator?.holder(aliasOf(key, value)) ?? null
    if (holder === null) continue
    if (!mayPass(request.actor, holder.acl)) throw duplicate(key)
    return holder
  }
  return null
}

async function create(place: Place, given: Values, folds: boolean): Promise<WriteResult> {
  const { app, batch, request, assigner } = place
  allowInApp(request.actor, 'record:create', app)
  const values = assigner?.fill(given) ?? given
  const id = newId()
  const { plain, plans, links, issues } = planLinks(place, { id, isNew: true }, values)
  const moment = { ...momentOf(place), links }
  const decided = await decideWithWorkflow({ ...place, moment, id, current: null, plain, plans })
  if (decided === null) throw new Error('A new record differs from none')
  const whole = accepted(place, null, { decided, issues })
  const { record } = whole.change
  const clash = batch.clash(id, record.values) ?? heldKey(place, record.values)
  if (clash !== null) throw duplicate(clash)
  const target = folds ? await place.correlator?.target(record, momentOf(place)) : undefined
  if (target !== undefined && target !== null)
    return fold(place, target, { record, given: asGiven(given, { ...plain, ...linkedIds(plans) }) })
  apply(place, whole, plans)
  assigner?.made(given, record)
  return { record, outcome: 'created' }
}

/** The unique field whose value was folded into a record. */
function heldKey({ app, correlator }: Place, values: Values): string | null {
  const held = app.fields.find(({ key, unique }) => {
    const value = values[key] ?? null
    return unique && value !== null && (correlator?.holder(aliasOf(key, value)) ?? null) !== null
  })
  return held?.key ?? null
}

/** Without those who would have been assigned: a record that is split off later is assigned then. */
function asGiven(given: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in given))
}

/** Links as a command gives them. */
function linkedIds(plans: readonly LinkPlan[]): Values {
  return Object.fromEntries(
    plans.map(({ field, added }) => [field.key, field.definition.multiple ? [...added] : (added[0] ?? null)]),
  )
}

/**
 * Takes a new record into one that is open: it is counted, and what it observed is added. No form logic runs and nothing
 * is required, for a repetition must never be refused.
 */
async function fold(
  place: Place,
  target: Target,
  { record, given }: { record: StoredRecord; given: Values },
): Promise<WriteResult> {
  const { app, batch, request } = place
  const current = target.record
  const isTaking = !isLockedFor(request.actor, current.lock)
  const added = isTaking ? addedValues(app, current, record) : {}
  const draft = draftUpdate(app, current, added, momentOf(place))
  const whole = await withFormulas(app, draft)
  const said: FieldChange = { field: FOLDED, from: null, to: target.count }
  batch.apply({ ...whole, action: 'folded', changes: [...whole.changes, said] })
  const names = app.fields.flatMap(({ key, unique }) => {
    const value = record.values[key] ?? null
    return unique && value !== null ? [aliasOf(key, value)] : []
  })
  target.keep(given, names)
  return { record: whole.record, outcome: 'folded' }
}

async function update(place: Place, command: ReadCommand & { kind: 'update' }): Promise<WriteResult> {
  const { batch, request } = place
  const current = batch.standing(command.id)
  if (current !== null && command.inside?.of === 'clocks')
    return tick(place, current, command.inside.recomputed)
  if (current === null) {
    allowInApp(request.actor, 'record:update', place.app)
    throw fail('resource.not_found')
  }
  const { unlessClosedIn } = command
  if (unlessClosedIn !== undefined && isClosedIn(place.app, current, unlessClosedIn)) {
    allowInApp(request.actor, 'record:read', place.app, current)
    return { record: current, outcome: 'unchanged' }
  }
  allowInApp(request.actor, 'record:update', place.app, current)
  await refuseConflict(place, current, command)
  const { inside } = command
  if (inside === undefined || inside.of === 'clocks') return change(place, current, command.values)
  if (inside.of === 'clock') return change(place, current, clockInHand(place, current, inside))
  return change(place, current, taskValues(place.app, current, inside))
}

function momentOf({ tx, request, circles }: Place): Moment {
  return { actor: request.actor, now: tx.now, zone: tx.timeZone, circles }
}

function clockInHand(
  { tx }: Place,
  current: StoredRecord,
  { field, manual }: Inside & { of: 'clock' },
): Values {
  const clock = takenInHand(clockIn(current.values[field]), manual, tx.now)
  if (clock === null) {
    const message = 'The clock hasn’t started yet'
    throw invalid([{ path: ['body', 'field'], code: 'not_started', message }])
  }
  return { [field]: clock }
}

/** The list of tasks with one of them added, changed or removed; people who tick different ones do not meet. */
function taskValues(
  app: AppTable,
  current: StoredRecord,
  { field, change: wanted }: Inside & { of: 'task' },
): Values {
  const list = changedTasks(current.values[field] ?? null, wanted)
  if (list === null) throw fail('resource.not_found')
  const reading = app.byKey.get(field)?.read(list)
  if (reading?.issues !== undefined)
    throw invalid(reading.issues.map((found) => ({ ...found, path: ['body', ...found.path.slice(1)] })))
  return { [field]: reading?.value ?? null }
}

/** Updates the record's clocks to the current state; needs no permission, because no actor requests it. */
async function tick(
  place: Place,
  current: StoredRecord,
  recomputed?: { version: number; values: Values },
): Promise<WriteResult> {
  const { app } = place
  // Clocks recomputed from the history hold only for the version that was read.
  const clocks = recomputed?.version === current.version ? recomputed.values : {}
  const decided = decideTick(app, current, momentOf(place), clocks)
  if (decided === null) return { record: current, outcome: 'unchanged' }
  const whole = await withFormulas(app, decided)
  apply(place, { change: whole, run: null }, [])
  return { record: whole.record, outcome: 'updated' }
}

async function change(place: Place, current: StoredRecord, values: Values): Promise<WriteResult> {
  const { app, request } = place
  allowInApp(request.actor, 'record:update', app, current)
  const { plain, plans, links, issues } = planLinks(place, { id: current.id, isNew: false }, values)
  const moment = { ...momentOf(place), links }
  const decided = await decideWithWorkflow({ ...place, moment, id: current.id, current, plain, plans })
  if (decided === null) return { record: current, outcome: 'unchanged' }
  // A clock that its own condition has stopped stays as it is.
  if ('change' in decided && decided.change.changes.length === 0)
    return { record: current, outcome: 'unchanged' }
  const whole = accepted(place, current, { decided, issues })
  apply(place, whole, plans)
  return { record: whole.change.record, outcome: 'updated' }
}

interface Shaped {
  decided: Decided | { issues: Issue[] }
  /** What is wrong with the links. */
  issues: readonly Issue[]
}

/**
 * The change, when it has no issues. Fields that the state requires are checked last: the state may follow from stamps,
 * clocks, formulas, and the workflow.
 */
function accepted(place: Place, before: StoredRecord | null, { decided, issues }: Shaped): Decided {
  if (!('change' in decided)) throw invalid([...decided.issues, ...issues])
  if (issues.length > 0) throw invalid([...issues])
  const { record } = decided.change
  const { actor } = place.request
  const open = before === null ? [] : openTasksAtClosing(place.app, { before, record, actor })
  const all = [...decided.issues, ...open]
  const said = new Set<string>()
  const once = all.filter(
    ({ path, code }) => !said.has(`${path.join('/')} ${code}`) && said.add(`${path.join('/')} ${code}`),
  )
  if (once.length > 0) throw invalid(once)
  return decided
}

function apply(
  { batch, book }: Place,
  { change: decided, run }: Pick<Decided, 'change' | 'run'>,
  plans: readonly LinkPlan[],
): void {
  const changed = Object.fromEntries(decided.changes.map(({ field, to }) => [field, to]))
  const clash = batch.clash(decided.record.id, changed)
  if (clash !== null) throw duplicate(clash)
  batch.apply(decided)
  if (run !== null) batch.keepRun(run)
  for (const plan of plans) book.keep(plan)
}

function duplicate(field: string): AppError {
  const issue = {
    path: ['body', 'fields', field],
    code: 'duplicate',
    message: 'This value is already in use',
  }
  return fail('record.duplicate_value', { issues: [issue] })
}

async function refuseConflict(
  { tx, app, book, request }: Place,
  current: StoredRecord,
  command: ReadCommand & { kind: 'update' },
): Promise<void> {
  const { version, values, id } = command
  if (version === undefined || version === current.version) return
  if (version > current.version || version < 1)
    throw invalid([
      { path: ['body', 'version'], code: 'unknown_version', message: 'No such version of the record' },
    ])
  const since = await changedSince(tx, id, version)
  const { plain, linked } = splitLinks(app, values)
  const conflicts = [
    ...conflictsOf(current, plain, since),
    ...linkConflicts(book, { id, actor: request.actor, linked, since }),
  ]
  if (conflicts.length === 0) return
  // Conflicts are made of JSON values only.
  const extra = { version: current.version, conflicts: conflicts as unknown as JsonValue }
  throw fail('resource.version_conflict', { extra })
}
