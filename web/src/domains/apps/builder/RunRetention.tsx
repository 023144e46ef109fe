import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import { NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import type { EditedApp } from '../draft/useAppDraft.ts'

const CHOICES = ['usual', 'days', 'forever'] as const

/** How long the app keeps workflow runs, which say why a record is as it is. */
export function RunRetention({ edited, error }: { edited: EditedApp; error: string | undefined }) {
  const { t } = useTranslation('apps')
  const { draft, edit } = edited
  const { keepWorkflowRuns: keep, ...unset } = draft
  const choice = keep === undefined ? 'usual' : keep === 'forever' ? 'forever' : 'days'
  const set = (next: typeof keep) =>
    edit(next === undefined ? unset : { ...draft, keepWorkflowRuns: next }, 'keepWorkflowRuns')
  return (
    <SettingsSection title={t('retention.title')} text={t('retention.text')}>
      <Select
        label={t('retention.keep')}
        description={t('retention.help')}
        allowDeselect={false}
        data={CHOICES.map((value) => ({
          value,
          label: t(`retention.keeps.${value}`, { days: WORKFLOW_RUN_DAYS }),
        }))}
        value={choice}
        onChange={(next) =>
          set(next === 'days' ? WORKFLOW_RUN_DAYS : next === 'forever' ? 'forever' : undefined)
        }
      />
      {choice === 'days' && (
        <NumberInput
          label={t('retention.days')}
          min={1}
          max={3_650}
          allowDecimal={false}
          value={typeof keep === 'number' ? keep : ''}
          error={error}
          onChange={(next) => typeof next === 'number' && set(next)}
        />
      )}
    </SettingsSection>
  )
}
