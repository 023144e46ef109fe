import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'

const TARGETS = { apps: paths.apps, applets: paths.applets, warningLists: paths.warningLists } as const
type Target = keyof typeof TARGETS

/** Between the lists of apps, of applets, and of warning lists. */
export function AppsSwitch({ value }: { value: Target }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  return (
    <SegmentedControl<Target>
      aria-label={t('lists.label')}
      data={[
        { value: 'apps', label: t('lists.apps') },
        { value: 'applets', label: t('lists.applets') },
        { value: 'warningLists', label: t('lists.warningLists') },
      ]}
      value={value}
      onChange={(next) => void navigate({ to: TARGETS[next](scope) })}
    />
  )
}
