import { useTranslation } from 'react-i18next'
import type { RunsSearch } from '../shared/automation-search.ts'
import { ViewSwitch } from '../shared/ViewSwitch.tsx'

export const RUN_VIEWS = 'run-views'

export const KIND_WORDS = [
  'webhook',
  'schedule',
  'record',
  'button',
  'form',
  'mail',
  'poll',
  'call',
  'component',
  'arrival',
  'failure',
] as const

interface RunsViewsProps {
  value: RunsSearch['view']
  onChange: (view: RunsSearch['view']) => void
}

export function RunsViews({ value, onChange }: RunsViewsProps) {
  const { t } = useTranslation('runs')
  return (
    <ViewSwitch
      label={t('views.label')}
      prefix={RUN_VIEWS}
      value={value ?? 'runs'}
      views={[
        { key: 'runs', label: t('views.runs') },
        { key: 'queue', label: t('views.queue') },
        { key: 'failures', label: t('views.failures') },
      ]}
      onChange={(view) => onChange(view === 'runs' ? undefined : view)}
    />
  )
}
