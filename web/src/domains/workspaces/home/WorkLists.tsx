import type { AppView } from '@caseloom/contract/apps/apps'
import { drawnAs } from '@caseloom/contract/records/work-fields'
import type { WorkList, WorkRecord } from '@caseloom/contract/workspaces/my-work'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { usePeople } from '../../../data/people.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { SeverityGlyph } from '../../../ui/glyphs/Severity.tsx'
import { severityOf } from '../../../ui/glyphs/severity.ts'
import { formatCount } from '../../../ui/time.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { useApps } from '../useApps.ts'
import classes from './Home.module.css'
import { HomeRow } from './HomeRow.tsx'
import { HomeSection } from './HomeSection.tsx'
import { type ListSettings, queueQuery, SHOWN, unassignedQuery } from './home.queries.ts'
import { TakeButton } from './TakeButton.tsx'

export function MyQueue({ title, rows = SHOWN }: ListSettings) {
  const { tenantId } = useTenantScope()
  const mayRead = useMay('record:read')
  const query = useQuery({ ...queueQuery(tenantId, rows), enabled: mayRead })
  return mayRead ? <Work kind="queue" title={title} query={query} /> : null
}

export function Unassigned({ title, rows = SHOWN }: ListSettings) {
  const { tenantId } = useTenantScope()
  const mayRead = useMay('record:read')
  const query = useQuery({ ...unassignedQuery(tenantId, rows), enabled: mayRead })
  return mayRead ? <Work kind="unassigned" title={title} query={query} /> : null
}

interface WorkProps {
  kind: 'queue' | 'unassigned'
  title: string | undefined
  query: UseQueryResult<WorkList>
}

function Work({ kind, title, query }: WorkProps) {
  const { t } = useTranslation('home')
  const apps = useApps()
  const items = query.data?.items ?? []
  const total = query.data?.total
  return (
    <HomeSection
      title={title ?? t(`${kind}.title`)}
      total={total}
      query={query}
      texts={{ failed: t(`${kind}.failed`), empty: t(`${kind}.empty`) }}
      isEmpty={items.length === 0}
      foot={
        total !== undefined && total.value > items.length
          ? t('first', {
              shown: items.length,
              total: `${formatCount(total.value)}${total.capped ? '+' : ''}`,
            })
          : undefined
      }
    >
      {items.map((item) => (
        <WorkRow key={item.record.id} item={item} app={apps.find(({ id }) => id === item.record.appId)} />
      ))}
    </HomeSection>
  )
}

function WorkRow({ item, app }: { item: WorkRecord; app: AppView | undefined }) {
  const { t } = useTranslation('fields')
  const scope = useTenantScope()
  const people = usePeople()
  const { record, title, can } = item
  const state = app === undefined ? undefined : drawnAs(app, 'state')
  return (
    <HomeRow
      to={paths.record(scope, record.appId, record.id)}
      glyph={app === undefined ? null : <Severity item={item} app={app} />}
      id={record.trackingId}
      title={title}
    >
      {state !== undefined && (
        <span className={classes.state}>
          {fieldValue({
            field: state,
            value: record.fields[state.key],
            people,
            noOne: t('noOne'),
            compact: true,
          })}
        </span>
      )}
      <span className={classes.age}>
        <TimeAgo at={record.createdAt} />
      </span>
      {can.take && app !== undefined && <TakeButton record={record} app={app} />}
    </HomeRow>
  )
}

function Severity({ item, app }: { item: WorkRecord; app: AppView }) {
  const field = drawnAs(app, 'severity')
  const value = field === undefined ? undefined : item.record.fields[field.key]
  const severity = typeof value === 'string' ? severityOf(value) : null
  if (severity === null || field === undefined || !('options' in field)) return null
  return (
    <SeverityGlyph
      value={severity}
      label={field.options.find(({ key }) => key === value)?.label ?? severity}
    />
  )
}
