import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { isOrdered } from '@caseloom/workflow/set-values'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { onlyIfOf } from '../../../field-types/workflow/rule-words.ts'
import classes from './ItemPanel.module.css'
import { useWorkflow } from './model/editor-context.ts'

type SetAction = Extract<WorkflowAction, { do: 'set' }>

const CHOICES = ['any', 'empty', 'lower', 'higher'] as const

interface OnlyIfSelectProps {
  action: SetAction
  onChange: (action: SetAction) => void
}

/** Which present values a new one replaces; lower and higher ones where the field has an order, or already says so. */
export function OnlyIfSelect({ action, onChange }: OnlyIfSelectProps) {
  const { t } = useTranslation('workflow-editor')
  const { edited } = useWorkflow()
  const field = edited.draft.fields.find(({ key }) => key === action.field)
  const compares = action.onlyIf !== undefined || (field !== undefined && isOrdered(field))
  const { onlyIf: _onlyIf, ...rest } = action
  return (
    <>
      <Select
        label={t('onlyIf.label')}
        allowDeselect={false}
        data={CHOICES.filter((one) => compares || one === 'any' || one === 'empty').map((one) => ({
          value: one,
          label: t(`onlyIf.${one}`),
        }))}
        value={onlyIfOf(action) ?? 'any'}
        onChange={(next) => {
          const set = { ...rest, onlyIfEmpty: next === 'empty' }
          onChange(next === 'lower' || next === 'higher' ? { ...set, onlyIf: next } : set)
        }}
      />
      {action.onlyIf !== undefined && (
        <p className={classes.quiet}>
          {t(field !== undefined && 'options' in field ? 'onlyIf.noteOptions' : 'onlyIf.note')}
        </p>
      )}
    </>
  )
}
