import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { TabBar } from '../../../ui/frame/TabBar.tsx'
import { waitingCountQuery } from './people.queries.ts'

export const ORCHESTRATION_TABS = 'orchestration'

export function OrchestrationTabs({
  value,
  actions,
}: {
  value: 'playbooks' | 'runs' | 'inbox' | 'assets' | 'connectors' | 'tables'
  actions?: ReactNode
}) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayReadRuns = useMay('run:read')
  const mayUseAssets = useMay('asset:use')
  const waiting = useQuery(waitingCountQuery(scope.tenantId)).data ?? 0
  return (
    <>
      <h1 className="cl-clipped">{t('orchestration')}</h1>
      <TabBar
        label={t('orchestration')}
        prefix={ORCHESTRATION_TABS}
        value={value}
        tabs={[
          { key: 'playbooks', label: t('playbooks.label') },
          ...(mayReadRuns ? [{ key: 'runs', label: t('runs.label') }] : []),
          { key: 'inbox', label: t('inbox'), ...(waiting > 0 ? { count: waiting } : {}) },
          ...(mayUseAssets
            ? [
                { key: 'assets', label: t('assets') },
                { key: 'connectors', label: t('connectors') },
              ]
            : []),
          { key: 'tables', label: t('tables') },
        ]}
        onChange={(key) => void navigate({ to: addressOf(key, scope) })}
        actions={actions}
      />
    </>
  )
}

function addressOf(key: string, scope: Parameters<typeof paths.runs>[0]): string {
  if (key === 'inbox') return paths.inbox(scope)
  if (key === 'assets') return paths.assets(scope)
  if (key === 'connectors') return paths.connectors(scope)
  if (key === 'tables') return paths.tables(scope)
  return key === 'runs' ? paths.runs(scope) : paths.orchestration(scope)
}
