import { searchEverywhere } from '@caseloom/contract/records/search'
import { queryOptions } from '@tanstack/react-query'
import { createElement } from 'react'
import { call } from '../data/call.ts'
import { paths } from '../data/paths.ts'
import type { TenantScope } from '../data/scope.tsx'
import { AppIcon } from '../ui/AppIcon.tsx'
import { straight } from '../ui/text/bidi-isolate.ts'
import type { PaletteItem } from './palette-items.tsx'

const MOST = 12

/** By tracking ID, title, or any other text. */
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
      const body = { text, limit: MOST }
      const { items, apps } = await call(searchEverywhere, { params: { tenantId }, body, signal })
      const byId = new Map(apps.map((app) => [app.id, app]))
      return items.map(({ record, title }) => ({
        id: record.id,
        label: straight(title),
        hint: `${record.trackingId} · ${byId.get(record.appId)?.name ?? ''}`,
        icon: createElement(AppIcon, { name: byId.get(record.appId)?.icon ?? '' }),
        to: paths.record(scope, record.appId, record.id),
      }))
    },
  })
}
