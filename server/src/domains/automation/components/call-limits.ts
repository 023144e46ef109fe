import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { isAnything, type Touch } from '@caseloom/contract/records/touches'
import { Tlp } from '@caseloom/contract/values/case-fields'
import { type Marking, NO_MARKING, stricterMarking } from '@caseloom/contract/values/markings'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { scopesOf, touchesOfScopes } from '../gate/run-touch.store.ts'
import { isRecord } from '../gate/touched.rules.ts'
import type { ComponentRow } from '../playbooks/component.store.ts'
import { firstAbove, limitsOfComponent } from './look-up-limits.ts'

interface Call {
  component: ComponentRow
  inputs: JsonObject
  runId: string
  /** What the call was handed, beside what the run holds. */
  touched: readonly Touch[]
}

/**
 * The inputs of a component that looks up observables, without those that an asset of it isn't given: because of their own
 * TLP, or the marking of a record that the calling run has data of.
 */
export async function withinLimits(
  { records }: { records: Pick<RecordsDoor, 'events'> },
  tx: TenantTx,
  { component, inputs, runId, touched }: Call,
): Promise<{ inputs: JsonObject; skipped: JsonValue[] }> {
  const { observables } = inputs
  if (!Array.isArray(observables) || observables.length === 0) return { inputs, skipped: [] }
  const limits = await limitsOfComponent(tx, component)
  if (limits.length === 0) return { inputs, skipped: [] }
  const around = await markingAround(records, tx, runId, touched)
  const isGiven = (one: JsonValue) => firstAbove(stricterMarking(ownMarking(one), around), limits) === null
  const { given = [], skipped = [] } = Object.groupBy(observables, (one) =>
    isGiven(one) ? 'given' : 'skipped',
  )
  return { inputs: { ...inputs, observables: given }, skipped }
}

function ownMarking(observable: JsonValue): Marking {
  const tlp = isJsonObject(observable) ? Tlp.safeParse(observable['tlp']).data : undefined
  return { ...NO_MARKING, tlp: tlp ?? null }
}

async function markingAround(
  { events }: Pick<RecordsDoor, 'events'>,
  tx: TenantTx,
  runId: string,
  touched: readonly Touch[],
): Promise<Marking> {
  const scope = (await scopesOf(tx, [runId])).get(runId) ?? null
  const held = scope === null ? [] : ((await touchesOfScopes(tx, [scope])).get(scope) ?? [])
  const known = [...held, ...touched].filter((one) => !isAnything(one) && isRecord(one))
  let marking = NO_MARKING
  for (const [appId, own] of Map.groupBy(known, (one) => one.appId)) {
    const recordIds = [...new Set(own.map((one) => one.recordId))]
    marking = stricterMarking(marking, await events.marking(tx, { appId, recordIds }))
  }
  return marking
}
