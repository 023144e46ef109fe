import type { HiddenObservable } from '@caseloom/contract/records/warning-lists'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ObservableKind } from '@caseloom/contract/values/case-fields'
import { extractObservables, type FoundObservable } from '@caseloom/contract/values/extract-observables'
import {
  createWarningMatcher,
  splitByWarnings,
  type WarningMatcher,
} from '@caseloom/contract/values/warning-lists'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { type KnownList, knownLists } from './known-lists.ts'
import { warningListsStamp } from './warning-list.store.ts'

/** Tenants whose matcher is remembered: 100,000 entries take some 20 MB. */
const REMEMBERED = 10

/** Matches values with the warning lists of a tenant as they are now. */
export interface Warnings {
  split(
    scope: TenantScope,
    values: readonly FoundObservable[],
  ): Promise<{ shown: FoundObservable[]; hidden: HiddenObservable[] }>
}

/** A matcher is made again whenever a list of the tenant has changed, in whichever process. */
export function createWarnings(): Warnings {
  const known = new Map<string, { stamp: string; matcher: WarningMatcher }>()
  async function matcherOf(tx: TenantTx): Promise<WarningMatcher> {
    const stamp = await warningListsStamp(tx)
    const before = known.get(tx.tenantId)
    const now = before?.stamp === stamp ? before : { stamp, matcher: matcherFor(await knownLists(tx)) }
    known.delete(tx.tenantId)
    known.set(tx.tenantId, now)
    const [oldest] = known.keys()
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    return now.matcher
  }
  return {
    async split(scope, values) {
      if (values.length === 0) return { shown: [], hidden: [] }
      const { shown, hidden } = splitByWarnings(await scope.read(matcherOf), values)
      // IDs of stored and shipped lists are GUIDs.
      return { shown, hidden: hidden as HiddenObservable[] }
    },
  }
}

function matcherFor(lists: readonly KnownList[]): WarningMatcher {
  return createWarningMatcher(lists.filter(({ enabled }) => enabled))
}

export interface CheckedObservables {
  observables: FoundObservable[]
  hidden: HiddenObservable[]
}

interface Deps {
  warnings: Warnings
}

/** Of values those that warning lists name. */
export async function checkObservables(
  { warnings }: Deps,
  scope: TenantScope,
  actor: Actor,
  values: readonly FoundObservable[],
): Promise<CheckedObservables> {
  allow(actor, 'record:read')
  const { shown, hidden } = await warnings.split(scope, values)
  return { observables: shown, hidden }
}

/** The observables of a text, apart from those that warning lists name. */
export function extractFromText(
  deps: Deps,
  scope: TenantScope,
  actor: Actor,
  { text, kinds }: { text: string; kinds?: readonly ObservableKind[] | undefined },
): Promise<CheckedObservables> {
  const found = extractObservables(text)
  const wanted = kinds === undefined ? found : found.filter(({ kind }) => kinds.includes(kind))
  return checkObservables(deps, scope, actor, wanted)
}
