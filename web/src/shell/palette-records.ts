import { searchRecords } from '@caseloom/contract/records'
import { queryOptions } from '@tanstack/react-query'
import { createElement } from 'react'
import { listApps } from '@caseloom/contract/apps'
import { call } from '../data/call.ts'
import { paths } from '../data/paths.ts'
import type { TenantScope } from '../data/scope.tsx'
import { AppIcon } from '../ui/AppIcon.tsx'
import type { PaletteItem } from './palette-items.tsx'

/** At most so many of each app, so that one busy app does not hide the others. */
const PER_APP = 4
const MAX_APPS = 12

/** Records of every app that the person may read whose text holds the words; newest first within an app. */
export function recordHitsQuery(scope: TenantScope, text: string) {
  const mayLook = scope.permissions.has('record:read') && scope.permissions.has('app:read')
  return queryOptions({
    queryKey: ['tenant', scope.tenantId, 'records', 'palette', text] as const,
    enabled: mayLook && text.length >= 2,
    staleTime: 10_000,
    retry: false,
    meta: { quiet: true },
    queryFn: async ({ signal }): Promise<PaletteItem[]> => {
      const { tenantId } = scope
      const { items: apps } = await call(listApps, { params: { tenantId }, signal })
      const pages = await Promise.all(
        apps.slice(0, MAX_APPS).map(async (app) => {
          const body = { text, limit: PER_APP, columns: [app.titleField] }
          const page = await call(searchRecords, { params: { tenantId, appId: app.id }, body, signal })
          return page.items.map((record) => ({
            id: record.id,
            label: String(record.fields[app.titleField] ?? record.trackingId),
            hint: `${record.trackingId} · ${app.name}`,
            icon: createElement(AppIcon, { name: app.icon }),
            to: paths.record(scope, app.id, record.id),
          }))
        }),
      )
      return pages.flat()
    },
  })
}
