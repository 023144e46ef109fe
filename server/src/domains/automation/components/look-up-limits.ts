import type { SkippedObservable } from '@caseloom/contract/automation/builder'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import type { Tlp } from '@caseloom/contract/values/case-fields'
import { aboveCeiling, type Marking, stricterMarking } from '@caseloom/contract/values/markings'
import type { TenantTx } from '../../../platform/database/types.ts'
import { type LimitedAsset, limitedAssets } from '../assets/asset.store.ts'
import { maySeeAsset } from '../assets/asset-rights.rules.ts'
import { usesOf } from '../assets/asset-uses.rules.ts'
import { componentByKey, type ComponentRow } from '../playbooks/component.store.ts'

/** Components that call one another are followed so far. */
const MAX_CALLED = 100

export interface MarkedObservable extends ObservableName {
  tlp: Tlp
}

/** The assets that steps of a component, and of components that it calls, use and that aren't given everything. */
export async function limitsOfComponent(
  tx: TenantTx,
  component: Pick<ComponentRow, 'key' | 'document'>,
): Promise<LimitedAsset[]> {
  const assets = new Set<string>()
  const seen = new Set([component.key])
  const open = [component]
  for (let one = open.pop(); one !== undefined && seen.size < MAX_CALLED; one = open.pop())
    for (const { path, asset, playbooks } of usesOf(one.document)) {
      if (path[0] === 'triggers') continue
      if (asset !== null) assets.add(asset)
      for (const key of playbooks.filter((key) => !seen.has(key))) {
        seen.add(key)
        const called = await componentByKey(tx, key)
        if (called !== null) open.push(called)
      }
    }
  return assets.size === 0 ? [] : limitedAssets(tx, [...assets])
}

/** Splits observables of a record into those that are looked up and those above a limit: by the stricter of both marks. */
export function splitByLimits<One extends MarkedObservable>(
  observables: readonly One[],
  record: Marking,
  limits: readonly LimitedAsset[],
  actor: Actor,
): { given: One[]; skipped: SkippedObservable[] } {
  const given: One[] = []
  const skipped: SkippedObservable[] = []
  for (const one of observables) {
    const marking = stricterMarking({ tlp: one.tlp, pap: null }, record)
    const above = firstAbove(marking, limits)
    if (above === null) given.push(one)
    else {
      const { why, asset } = above
      const name = maySeeAsset(actor, asset.sharing) ? asset.name : null
      skipped.push({ kind: one.kind, value: one.value, why, asset: name })
    }
  }
  return { given, skipped }
}

/** The first asset whose limit a marking exceeds. */
export function firstAbove(marking: Marking, limits: readonly LimitedAsset[]) {
  for (const asset of limits) {
    const why = aboveCeiling(marking, { maxTlp: asset.max_tlp, maxPap: asset.max_pap })
    if (why !== null) return { why, asset }
  }
  return null
}
