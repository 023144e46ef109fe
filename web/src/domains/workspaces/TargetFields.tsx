import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { readDuration, writeDuration } from '@caseloom/contract/values/duration'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WidgetForm } from './widget-form.ts'

interface TargetFieldsProps {
  form: WidgetForm
  app: AppView
  change: (over: Partial<WidgetForm>) => void
}

/** The target of a figure, and on which side of it the figure is good. */
export function TargetFields({ form, app, change }: TargetFieldsProps) {
  const { t } = useTranslation('workspaces')
  const measured = app.fields.find(({ key }) => key === form.field)
  const isTime = form.of !== 'count' && measured !== undefined && fieldTraits(measured).seconds
  const required = form.look === 'gauge'
  return (
    <>
      {isTime ? (
        <DurationTarget form={form} required={required} change={change} />
      ) : (
        <NumberInput
          label={t('form.target')}
          required={required}
          value={form.target ?? ''}
          onChange={(value) => change({ target: value === '' ? null : Number(value) })}
        />
      )}
      {form.target !== null && (
        <Select
          label={t('form.good')}
          data={(['below', 'above'] as const).map((good) => ({
            value: good,
            label: t(`form.goods.${good}`),
          }))}
          value={form.good}
          onChange={(good) => change({ good: good === 'above' ? 'above' : 'below' })}
        />
      )}
    </>
  )
}

function DurationTarget({ form, required, change }: Omit<TargetFieldsProps, 'app'> & { required: boolean }) {
  const { t } = useTranslation('workspaces')
  const [text, setText] = useState(form.target === null ? '' : writeDuration(form.target))
  const seconds = readDuration(text)
  return (
    <TextInput
      label={t('form.target')}
      description={t('form.targetDuration')}
      required={required}
      value={text}
      error={text.trim() !== '' && seconds === null ? t('form.targetFault') : undefined}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        change({ target: value.trim() === '' ? null : readDuration(value) })
      }}
    />
  )
}
