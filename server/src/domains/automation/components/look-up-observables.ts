import type { RunSummary } from '@caseloom/contract/automation/automation'
import { LOOKED_UP_PER_RUN } from '@caseloom/contract/automation/builder'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import type { RecordView } from '@caseloom/contract/records/records'
import { Observable } from '@caseloom/contract/values/case-fields'
import { canonicalObservable } from '@caseloom/contract/values/observable-value'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { touchedRecords } from '../effects/effect-of.ts'
import { componentById } from '../playbooks/component.store.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { optionsOf, type RunComponent, runComponent } from './run-component.ts'

type Deps = Parameters<typeof runComponent>[0] & { records: Pick<RecordsDoor, 'getRecord'> }

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
 * values, that the actor can't read, or a component that looks up none of their types.
 */
export async function lookUpObservables(
  deps: Deps,
  scope: TenantScope,
  actor: Actor,
  { appId, recordId, observables, ...command }: LookUp,
): Promise<{ items: LookedUp[] }> {
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
  const items: LookedUp[] = []
  for (let at = 0; at < wanted.length; at += LOOKED_UP_PER_RUN) {
    const part = wanted.slice(at, at + LOOKED_UP_PER_RUN)
    const given = {
      inputs: { observables: part.map((one) => ({ ...one })) },
      about: touchedRecords([record]),
    }
    items.push({ run: await runComponent(deps, scope, actor, { ...command, ...given }), observables: part })
  }
  return { items }
}

/** The observables in the fields that the view shows, by kind and value. */
function observablesOf({ fields }: RecordView): Map<string | null, ObservableName> {
  const names = Object.values(fields).flatMap((value) =>
    (Array.isArray(value) ? value : []).flatMap((item) => Observable.safeParse(item).data ?? []),
  )
  return new Map(names.map(({ kind, value }) => [keyOf({ kind, value }), { kind, value }]))
}

function keyOf({ kind, value }: ObservableName): string | null {
  const canonical = canonicalObservable(kind, value)
  return canonical === null ? null : `${kind} ${canonical}`
}
