import type { RunSummary } from '@caseloom/contract/automation/automation'
import { LOOKED_UP_PER_RUN, type SkippedObservable } from '@caseloom/contract/automation/builder'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import type { RecordView } from '@caseloom/contract/records/records'
import { Observable, TLP } from '@caseloom/contract/values/case-fields'
import { canonicalObservable } from '@caseloom/contract/values/observable-value'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { touchedRecords } from '../effects/effect-of.ts'
import { componentById } from '../playbooks/component.store.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { limitsOfComponent, type MarkedObservable, splitByLimits } from './look-up-limits.ts'
import { optionsOf, type RunComponent, runComponent } from './run-component.ts'

type Deps = Parameters<typeof runComponent>[0] & { records: Pick<RecordsDoor, 'getRecord' | 'events'> }

interface LookUp extends Omit<RunComponent, 'inputs' | 'about'> {
  appId: string
  recordId: string
  observables: readonly ObservableName[]
}

export interface LookedUp {
  run: RunSummary
  observables: ObservableName[]
}

/**
 * Runs a component for observables of a record, a hundred at a time; its runs show up at the record, and only those who
 * can read the record see what they were given. Throws as runComponent does, and resource.not_found for a record, or
 * values, that the actor can't read, or a component that looks up none of their types. What an asset of the component
 * isn't given is skipped.
 */
export async function lookUpObservables(
  deps: Deps,
  scope: TenantScope,
  actor: Actor,
  { appId, recordId, observables, ...command }: LookUp,
): Promise<{ items: LookedUp[]; skipped: SkippedObservable[] }> {
  allow(actor, 'playbook:run')
  const row = await scope.read((tx) => componentById(tx, command.playbookId))
  if (row === null || !isSharedTo(actor, row.shared_with)) throw fail('resource.not_found')
  const kinds: readonly string[] = optionsOf(row).looksUp ?? []
  const record = await deps.records.getRecord(scope, actor, { appId, recordId })
  const held = observablesOf(record)
  const wanted = observables.flatMap((one) => {
    const key = keyOf(one)
    const own = key === null ? undefined : held.get(key)
    return own === undefined || !kinds.includes(own.kind) ? [] : [own]
  })
  if (wanted.length === 0) throw fail('resource.not_found')
  const { given, skipped } = await scope.read(async (tx) => {
    const marking = await deps.records.events.marking(tx, { appId: record.appId, recordIds: [record.id] })
    return splitByLimits(wanted, marking, await limitsOfComponent(tx, row), actor)
  })
  const names = given.map(({ kind, value }) => ({ kind, value }))
  const items: LookedUp[] = []
  for (let at = 0; at < names.length; at += LOOKED_UP_PER_RUN) {
    const part = names.slice(at, at + LOOKED_UP_PER_RUN)
    const about = { inputs: { observables: part }, about: touchedRecords([record]) }
    items.push({ run: await runComponent(deps, scope, actor, { ...command, ...about }), observables: part })
  }
  return { items, skipped }
}

/** The observables in the fields that the view shows, by kind and value; with the stricter mark where two fields hold one. */
export function observablesOf({ fields }: Pick<RecordView, 'fields'>): Map<string | null, MarkedObservable> {
  const held = new Map<string | null, MarkedObservable>()
  for (const value of Object.values(fields))
    for (const item of Array.isArray(value) ? value : []) {
      const one = Observable.safeParse(item).data
      if (one === undefined) continue
      const { kind, value, tlp } = one
      const before = held.get(keyOf(one))
      const isStricter = before === undefined || TLP.indexOf(tlp) > TLP.indexOf(before.tlp)
      if (isStricter) held.set(keyOf(one), { kind, value, tlp })
    }
  return held
}

export function keyOf({ kind, value }: ObservableName): string | null {
  const canonical = canonicalObservable(kind, value)
  return canonical === null ? null : `${kind} ${canonical}`
}
