import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { appsQuery } from '../../../data/apps.ts'
import { principalsQuery } from '../../../data/people.ts'
import { useTables } from '../../../data/tables.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { appButtonsQuery } from '../model/apps.queries.ts'
import { type PlacedProblem, problemsOf } from './model/placed-problems.ts'

/** The problems of the draft's workflow, checked again with each change. */
export function useProblems({ base, draft, source }: EditedApp): readonly PlacedProblem[] {
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data
  const roles = useQuery(principalsQuery(tenantId)).data?.roles
  const tables = useTables()
  const isApp = source.kind === 'app'
  const buttons = useQuery({ ...appButtonsQuery(tenantId, base.id), enabled: isApp }).data
  return useMemo(() => {
    const linked = new Map(
      draft.fields.flatMap((field) => {
        const target = 'app' in field ? apps?.find(({ id }) => id === field.app) : undefined
        return target === undefined ? [] : [[field.key, target.fields] as const]
      }),
    )
    const problems = problemsOf(draft, {
      linked: apps === undefined ? undefined : linked,
      tables,
      buttons: buttons?.map(({ id }) => id),
      roles: roles?.map(({ id }) => id),
    })
    // Rules of an applet can read fields that only the apps have.
    return isApp ? problems : problems.filter(({ code }) => code !== 'unknown_field')
  }, [draft, apps, tables, roles, buttons, isApp])
}
