import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { AppTable, Circles, FieldColumn, StoredRecord, Values } from '../model/record-shape.ts'
import { sameValue } from '../model/same-value.rules.ts'
import {
  assignedValue,
  assignmentOf,
  candidates,
  isUnassigned,
  leastLoaded,
  nextInTeam,
  teamOf,
} from './assignment.rules.ts'
import { lockTurns, openRecordsOf, saveTurn } from './assignment-turns.store.ts'
import type { ReadCommand } from './commands.ts'

/** Fields that assign new records of the app. */
export function assigningFields(app: AppTable): FieldColumn[] {
  return app.fields.filter((field) => assignmentOf(field) !== undefined)
}

/** True when a command of the batch may create a record whose fields are assigned. */
export function mayAssign(app: AppTable, commands: readonly (ReadCommand | AppError)[]): boolean {
  const makes = commands.some((command) => !(command instanceof AppError) && command.kind !== 'update')
  return makes && assigningFields(app).length > 0
}

/** One field, with the people of its team and whose turn was last. */
interface Queue {
  field: FieldColumn
  /** In their order; empty when a schedule decides. */
  team: readonly string[]
  onCall: string | null
  last: string | null
  /** Open records of each; null where they don't count. */
  load: Map<string, number> | null
}

/** Assigns the new records of one batch, within its transaction. */
export class Assigner {
  readonly #queues: readonly Queue[]
  readonly #moved = new Map<string, string>()
  /** Groups of those who may be assigned: a field may offer only the members of some. */
  readonly circles: Circles

  constructor(queues: readonly Queue[], circles: Circles) {
    this.#queues = queues
    this.circles = circles
  }

  /** The values of a new record with the fields that were left empty; no turn is taken by that alone. */
  fill(given: Values): Values {
    const filled = this.#queues.flatMap((queue): [string, Values[string]][] => {
      if (!isUnassigned(queue.field, given)) return []
      const next = nextOf(queue)
      return next === null ? [] : [[queue.field.key, assignedValue(queue.field, next)]]
    })
    return filled.length === 0 ? given : { ...given, ...Object.fromEntries(filled) }
  }

  /** Takes the turns of a record that was made: those whose field still says what was filled in. */
  made(given: Values, { values }: StoredRecord): void {
    for (const queue of this.#queues) {
      if (!isUnassigned(queue.field, given)) continue
      const next = nextOf(queue)
      const { key } = queue.field
      if (next === null || !sameValue(values[key] ?? null, assignedValue(queue.field, next))) continue
      queue.load?.set(next, (queue.load.get(next) ?? 0) + 1)
      if (queue.team.length === 0) continue
      queue.last = next
      this.#moved.set(key, next)
    }
  }

  /** Stores whose turn was last. */
  async save(tx: TenantTx, app: AppTable): Promise<void> {
    for (const [field, userId] of this.#moved) await saveTurn(tx, app, { field, userId })
  }
}

function nextOf({ team, onCall, last, load }: Queue): string | null {
  if (team.length === 0) return onCall
  return load === null ? nextInTeam(team, last) : leastLoaded(team, load, last)
}

/** The assigner of a batch, with the turns of its fields locked until the transaction ends. */
export async function assignerOf(
  { apps }: RecordsDeps,
  tx: TenantTx,
  app: AppTable,
  people: readonly Actor[],
): Promise<Assigner> {
  const fields = assigningFields(app)
  const teams = fields.filter((field) => assignmentOf(field)?.by !== 'onCall')
  const turns = teams.length === 0 ? new Map<string, string | null>() : await lockTurns(tx, app, teams)
  const queues: Queue[] = []
  for (const field of fields) {
    const assign = assignmentOf(field)
    if (assign === undefined) continue
    const eligible = candidates(app, field, people)
    const queue = { field, team: [], onCall: null, last: turns.get(field.key) ?? null, load: null }
    if (assign.by === 'onCall') {
      const ids = new Set(eligible.map(({ id }) => id))
      const found = await apps.people.onCall(tx, [assign.schedule], (id) => ids.has(id))
      queues.push({ ...queue, onCall: found.get(assign.schedule) ?? null })
      continue
    }
    const team = teamOf(assign.members, eligible)
    const counts = assign.by === 'leastLoaded' && team.length > 0
    const load = counts ? await openRecordsOf(tx, app, { field, userIds: team }) : null
    queues.push({ ...queue, team, load })
  }
  const known = people.flatMap(({ id, principals }) => (id === null ? [] : [[id, principals] as const]))
  return new Assigner(queues, new Map(known))
}
