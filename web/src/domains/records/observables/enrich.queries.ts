import { type ComponentView, listComponents, lookUpObservables } from '@caseloom/contract/automation/builder'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { AppId, RecordId } from '@caseloom/contract/kernel/ids'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** The components that look up observables and that the reader may run. */
export function enrichersQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'components', 'enrichers'),
    queryFn: async ({ signal }) => {
      const { items } = await call(listComponents, { params: { tenantId }, signal })
      return items.filter(({ looksUp, can }) => looksUp.length > 0 && can.run)
    },
    retry: false,
  })
}

export interface RecordPlace {
  appId: string
  recordId: string
}

interface LookUp {
  enricher: ComponentView
  place: RecordPlace
  observables: readonly ObservableName[]
  /** What the person agreed to, if they were asked. */
  statement?: string | undefined
  confirmed: boolean
}

/** Returns the runs with what each was given, and what was left out. */
export async function lookUp(
  tenantId: string,
  { enricher, place, observables, statement, confirmed }: LookUp,
) {
  return call(lookUpObservables, {
    params: { tenantId, componentId: enricher.playbookId },
    body: {
      appId: AppId.parse(place.appId),
      recordId: RecordId.parse(place.recordId),
      observables: observables.map(({ kind, value }) => ({ kind, value })),
      confirmed,
      statement,
    },
  })
}
