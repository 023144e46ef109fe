import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { formatCount } from '../../../ui/time.ts'
import { relatedQuery } from '../model/links.queries.ts'
import classes from './Rail.module.css'
import { RailFailure, RailSection } from '../../../ui/rail/RailSection.tsx'

interface RailLinksProps {
  appId: string
  recordId: string
  onOpen: () => void
}

/** How many records each field links, in both directions; the tab Related has them. */
export function RailLinks({ appId, recordId, onOpen }: RailLinksProps) {
  const { t } = useTranslation('rail')
  const { t: words } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const query = useQuery(relatedQuery({ tenantId, appId, recordId }))
  const groups = (query.data ?? []).filter(({ total }) => total > 0)
  const isFailed = query.isError && query.data === undefined
  if (!isFailed && groups.length === 0) return null
  return (
    <RailSection
      title={t('linked')}
      count={isFailed ? undefined : groups.reduce((sum, { total }) => sum + total, 0)}
    >
      {isFailed && <RailFailure onRetry={() => void query.refetch()} />}
      {groups.map(({ app, field, direction, total, capped }) => (
        <button
          key={`${direction} ${field.appId} ${field.key}`}
          type="button"
          className={classes.row}
          title={words(direction)}
          onClick={onOpen}
        >
          <AppIcon name={app.icon} size={16} />
          <span className={classes.rowTitle}>
            {field.label}
            <span className={classes.sub}>{app.name}</span>
          </span>
          <span className={classes.due}>
            {capped === true ? words('countMore', { count: formatCount(total) }) : formatCount(total)}
          </span>
        </button>
      ))}
    </RailSection>
  )
}
