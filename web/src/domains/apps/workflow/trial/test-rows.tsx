import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../../data/people.ts'
import type { FilterSubject } from '../../../../field-types/parts/filter-choices.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { isWhole, ValueEdit } from '../model/ValueEdit.tsx'
import { valueText } from './test-words.ts'
import classes from './Trial.module.css'

interface RemovableRowProps {
  name: string
  onRemove: () => void
  children: ReactNode
}

/** One part of a test: its name, what it is, and the way to remove it. */
export function RemovableRow({ name, onRemove, children }: RemovableRowProps) {
  const { t } = useTranslation('workflow-editor')
  const label = t('tests.removeOne', { name })
  return (
    <div className={classes.row}>
      <span className={classes.rowName}>{name}</span>
      <div className={classes.input}>{children}</div>
      <ActionIcon aria-label={label} title={label} onClick={onRemove}>
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Whether tests can have values of a field that are entered here: everyone who builds the app sees them. */
export function isEditable({ field }: FilterSubject): boolean {
  return (
    field !== undefined &&
    field.readers === undefined &&
    fieldType(field).unwritten !== true &&
    !fieldTraits(field).links
  )
}

interface ValueOfFieldProps {
  field: string
  value: JsonValue
  onChange: (value: JsonValue) => void
}

/** A value of a field; one that can't be entered here is shown. */
export function ValueOfField({ field, value, onChange }: ValueOfFieldProps) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const { zone } = usePeople()
  const subject = words.subjects.find(({ key }) => key === field)
  // What can't be entered was there when the row was; what is entered stays in its input.
  const [isShown] = useState(subject === undefined || !isEditable(subject) || !isWhole(subject, value, zone))
  return subject === undefined || isShown ? (
    <span>{valueText({ words, t }, field, value)}</span>
  ) : (
    <ValueEdit subject={subject} value={value} onChange={onChange} />
  )
}
