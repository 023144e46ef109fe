import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { ClockBadge } from '../../../field-types/values/ClockBadge.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { useApps } from '../useApps.ts'
import { HomeRow } from './HomeRow.tsx'
import { HomeSection } from './HomeSection.tsx'
import { clocksQuery, type ListSettings, SHOWN } from './home.queries.ts'

/** Clocks near their target or beyond it. */
export function ClocksAtRisk({ title: named, rows = SHOWN }: ListSettings) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const mayRead = useMay('record:read')
  const query = useQuery({ ...clocksQuery(scope.tenantId, rows), enabled: mayRead })
  const apps = useApps()
  if (!mayRead) return null
  const items = query.data?.items ?? []
  return (
    <HomeSection
      title={named ?? t('clocks.title')}
      total={query.data?.total}
      query={query}
      texts={{ failed: t('clocks.failed'), empty: t('clocks.empty') }}
      isEmpty={items.length === 0}
    >
      {items.map(({ record, title, clock }) => {
        const fields = apps.find(({ id }) => id === record.appId)?.fields
        const field = fields?.find(({ key }) => key === clock.key)
        return (
          <HomeRow
            key={`${record.id} ${clock.key}`}
            to={paths.record(scope, record.appId, record.id)}
            id={record.trackingId}
            title={title}
            sub={straight(clock.label)}
          >
            {field !== undefined && 'start' in field && (
              <ClockBadge definition={field} value={record.fields[clock.key]} />
            )}
          </HomeRow>
        )
      })}
    </HomeSection>
  )
}
