import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { appsQuery } from './apps.ts'
import { useTenantScope } from './scope.tsx'

/** The apps that reference fields point to, by the key of the field; without those that one can't see. */
export function useLinkedApps(fields: readonly FieldInput[]): ReadonlyMap<string, AppView> {
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data
  return useMemo(
    () =>
      new Map(
        fields.flatMap((field) => {
          const app = 'app' in field ? apps?.find(({ id }) => id === field.app) : undefined
          return app === undefined ? [] : [[field.key, app] as const]
        }),
      ),
    [fields, apps],
  )
}
