import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { TabBar } from '../../ui/frame/TabBar.tsx'

export const ORCHESTRATION_TABS = 'orchestration'

/** The two lists of Orchestration; each has an address of its own. */
export function OrchestrationTabs({ value }: { value: 'playbooks' | 'runs' }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayReadRuns = useMay('run:read')
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
        ]}
        onChange={(key) =>
          void navigate({ to: key === 'runs' ? paths.runs(scope) : paths.orchestration(scope) })
        }
      />
    </>
  )
}
