import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { appsQuery } from '../../data/apps.ts'
import { keys } from '../../data/keys.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { contextOf } from './chat-rules.ts'
import { firstQuestions } from './suggestions.ts'

const Named = z.looseObject({
  trackingId: z.string().optional(),
  title: z.string().optional(),
  name: z.string().optional(),
  number: z.number().optional(),
})

/** The page's subject ("CAS-231"); null if it has none. */
export function useAbout(): string | null {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { recordId, runId, playbookId } = contextOf(path)
  const key =
    recordId !== undefined
      ? keys.one(tenantId, 'records', recordId)
      : runId !== undefined
        ? keys.one(tenantId, 'runs', runId)
        : playbookId !== undefined
          ? keys.one(tenantId, 'playbooks', playbookId)
          : null
  // Only what the page has loaded; no request for a name.
  const known = useSyncExternalStore(
    (wake) => client.getQueryCache().subscribe(wake),
    () => (key === null ? undefined : client.getQueryData(key)),
  )
  const parsed = Named.safeParse(known)
  if (!parsed.success) return null
  const { trackingId, title, name, number } = parsed.data
  return trackingId ?? (runId !== undefined && number !== undefined ? `#${number}` : (title ?? name ?? null))
}

export function useFirstQuestions(about: string | null): string[] {
  const { t } = useTranslation('hero')
  const { tenantId, permissions } = useTenantScope()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const context = contextOf(path)
  const apps = useQuery({
    ...appsQuery(tenantId),
    enabled: context.appId !== undefined && permissions.has('app:read'),
    meta: { quiet: true },
  })
  const appName = apps.data?.find(({ id }) => id === context.appId)?.name ?? null
  return firstQuestions({ context, about, appName, t })
}
