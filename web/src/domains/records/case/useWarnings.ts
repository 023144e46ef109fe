import type { HiddenObservable } from '@caseloom/contract/records/warning-lists'
import type { NamedValue } from '@caseloom/contract/values/warning-lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTenantScope } from '../../../data/scope.tsx'
import { warningHitsQuery } from './case.queries.ts'

interface Warned {
  /** Values that no warning list contains. */
  shown: NamedValue[]
  hidden: HiddenObservable[]
  /** Some of the values aren’t compared yet. */
  isChecking: boolean
  /** The lists couldn’t be asked, so that nothing is hidden. */
  isFailed: boolean
}

/** Compares values with the warning lists of the tenant, which stay on the server: they can be large. */
export function useWarnings(values: readonly NamedValue[]): Warned {
  const { tenantId } = useTenantScope()
  const query = useQuery({
    ...warningHitsQuery(tenantId, values),
    enabled: values.length > 0,
    placeholderData: keepPreviousData,
  })
  const hits = new Map((query.data ?? []).map((one) => [observableKey(one), one]))
  return {
    shown: values.filter((one) => !hits.has(observableKey(one))),
    hidden: values.flatMap((one) => hits.get(observableKey(one)) ?? []),
    isChecking: values.length > 0 && (query.isPending || query.isPlaceholderData),
    isFailed: query.isError,
  }
}

export function observableKey({ kind, value }: NamedValue): string {
  return `${kind} ${value}`
}
