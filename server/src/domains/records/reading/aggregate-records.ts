import type { Actor } from '@caseloom/contract/kernel/permissions'
import { SLA_WORDS } from '@caseloom/contract/workspaces/security-widgets'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { seen } from '../model/app-permissions.rules.ts'
import { findAggregate } from './aggregate.read.ts'
import { aggregateFaults } from './aggregate.rules.ts'
import type { Aggregate, AggregateCommand } from './aggregate-shape.ts'
import type { ClockCases } from './aggregate-cases.ts'
import type { PlainFilter } from '../filters/filter-shape.ts'
import type { OtherApps } from '../filters/linked-test.rules.ts'
import { appsOfFilter } from '../reference-fields/other-apps.ts'
import { readFilter } from '../filters/read-filter.rules.ts'
import type { AppTable } from '../model/record-shape.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/**
 * Counts or measures the records that the actor may see: as a whole, by value, or by steps of time in a zone.
 * @throws field.unknown for a field that is missing or unreadable, request.invalid for every other fault
 */
export async function aggregateRecords(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: AggregateCommand,
): Promise<Aggregate> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { rows, others, steps } = await withApp(deps, tx, command.appId, async (app) => {
      const others = await appsOfFilter(deps, tx, app, command.filter)
      const now = command.at ?? tx.now
      const asked = { ...command, zone: command.zone ?? tx.timeZone, others }
      const plain = checked(seen(app, actor), actor, asked, now)
      if (command.checkOnly === true) return { revision: app.revision, rows: [], others: null, steps: [] }
      return findAggregate(tx, app, {
        ...command,
        plain,
        principals: actor.principals,
        clocks: clocksOf(app, actor, { command, now }),
      })
    })
    return { rows, others, steps }
  })
}

/** What distinguishes what the clocks do, as in lists. */
function clocksOf(
  app: AppTable,
  actor: Actor,
  { command: { by }, now }: { command: AggregateCommand; now: Date },
): ClockCases[] {
  if (by.kind !== 'clocks') return []
  return by.fields.map((field) => ({
    field,
    words: SLA_WORDS.flatMap((word) => {
      const { filter } = readFilter({ field, op: 'eq', value: word }, { app, actor, now })
      return filter === undefined ? [] : [{ word, filter }]
    }),
  }))
}

function checked(
  app: AppTable,
  actor: Actor,
  command: AggregateCommand & { others: OtherApps },
  now: Date,
): PlainFilter | null {
  const { issues, unknown } = aggregateFaults(app, actor, command)
  const { filter, zone, others } = command
  const reading = filter === undefined ? null : readFilter(filter, { app, actor, now, zone, others })
  const all = [...issues, ...(reading?.issues ?? [])]
  if (all.length > 0) {
    const isUnknown = unknown || (reading?.issues !== undefined && reading.unknown)
    throw fail(isUnknown ? 'field.unknown' : 'request.invalid', { issues: all })
  }
  return reading?.filter ?? null
}
