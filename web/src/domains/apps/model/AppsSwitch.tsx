import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'

/** Between the list of apps and that of applets. */
export function AppsSwitch({ value }: { value: 'apps' | 'applets' }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label={t('lists.label')}
      data={[
        { value: 'apps', label: t('lists.apps') },
        { value: 'applets', label: t('lists.applets') },
      ]}
      value={value}
      onChange={(next) => void navigate({ to: next === 'apps' ? paths.apps(scope) : paths.applets(scope) })}
    />
  )
}
