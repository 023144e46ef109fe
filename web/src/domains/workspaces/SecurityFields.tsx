import type { AppView } from '@caseloom/contract/apps/apps'
import { MultiSelect, NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Dashboards.module.css'
import { MAX_CLOCKS, slaFields, stageFields, techniqueFields, type WidgetForm } from './widget-form.ts'

interface SecurityFieldsProps {
  form: WidgetForm
  app: AppView
  change: (over: Partial<WidgetForm>) => void
}

const choice = ({ key, label }: { key: string; label: string }) => ({ value: key, label })

/** What an SLA board, an ATT&CK matrix, or a funnel shows of its app; nothing for other widgets. */
export function SecurityFields(props: SecurityFieldsProps) {
  switch (props.form.look) {
    case 'sla':
      return <SlaFields {...props} />
    case 'attack':
      return <AttackFields {...props} />
    case 'funnel':
      return <FunnelFields {...props} />
    default:
      return null
  }
}

function SlaFields({ form, app, change }: SecurityFieldsProps) {
  const { t } = useTranslation('workspaces')
  const clocks = slaFields(app)
  if (clocks.length === 0) return <p className={classes.quiet}>{t('form.noClocks')}</p>
  return (
    <>
      <MultiSelect
        label={t('form.clocks')}
        data={clocks.map(choice)}
        maxValues={MAX_CLOCKS}
        value={form.clocks}
        onChange={(next) => change({ clocks: next })}
      />
      <NumberInput
        label={t('form.worst')}
        min={0}
        max={10}
        allowDecimal={false}
        value={form.worst}
        onChange={(worst) => change({ worst: Number(worst) })}
      />
    </>
  )
}

function AttackFields({ form, app, change }: SecurityFieldsProps) {
  const { t } = useTranslation('workspaces')
  const fields = techniqueFields(app)
  if (fields.length === 0) return <p className={classes.quiet}>{t('form.noTechniques')}</p>
  return (
    <Select
      label={t('form.technique')}
      data={fields.map(choice)}
      value={form.technique}
      onChange={(technique) => change({ technique })}
    />
  )
}

function FunnelFields({ form, app, change }: SecurityFieldsProps) {
  const { t } = useTranslation('workspaces')
  const fields = stageFields(app)
  if (fields.length === 0) return <p className={classes.quiet}>{t('form.noStages')}</p>
  const field = fields.find(({ key }) => key === form.stageField)
  const options = field !== undefined && 'options' in field ? field.options : []
  return (
    <>
      <Select
        label={t('form.stageField')}
        data={fields.map(choice)}
        value={form.stageField}
        onChange={(stageField) => change({ stageField, steps: [] })}
      />
      <MultiSelect
        label={t('form.steps')}
        description={t('form.stepsHint')}
        placeholder={form.steps.length === 0 ? t('form.stepsAll') : undefined}
        data={options.map(choice)}
        maxValues={20}
        searchable
        value={form.steps}
        onChange={(steps) => change({ steps })}
      />
    </>
  )
}
