import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../data/scope.tsx'
import { failingCountQuery } from '../domains/automation/shared/automation.queries.ts'
import { StateGlyph } from '../ui/glyphs/State.tsx'
import { formatCount } from '../ui/time.ts'
import classes from './Sidebar.module.css'

export function FailingBadge() {
  const { t } = useTranslation('shell')
  const { tenantId } = useTenantScope()
  const count = useQuery(failingCountQuery(tenantId)).data ?? 0
  if (count === 0) return null
  const words = t('nav.failing', { count })
  return (
    <span className={classes.badge} title={words}>
      <StateGlyph state="failed" />
      <span aria-hidden>{formatCount(count)}</span>
      <span className="cl-clipped">{words}</span>
    </span>
  )
}
