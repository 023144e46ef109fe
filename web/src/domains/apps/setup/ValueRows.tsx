import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ValueEdit } from '../workflow/model/ValueEdit.tsx'
import { fieldChoices, renamed, subjectOf, without } from './draft-fields.ts'
import classes from './Setup.module.css'

interface ValueRowsProps {
  values: Readonly<Record<string, JsonValue>>
  /** Fields that can be given a value here. */
  fields: readonly FieldInput[]
  /** What is wrong with the value of a field. */
  fault: (key: string) => string | undefined
  none: string
  onChange: (values: Record<string, JsonValue>) => void
}

/** Values given to fields, one line each. */
export function ValueRows({ values, fields, fault, none, onChange }: ValueRowsProps) {
  const { t } = useTranslation('app-setup')
  const free = fields.filter(({ key }) => !(key in values))
  const add = () => {
    const [next] = free
    if (next !== undefined) onChange({ ...values, [next.key]: null })
  }
  const entries = Object.entries(values)
  return (
    <>
      {entries.length === 0 && <p className={classes.quiet}>{none}</p>}
      <ul className={classes.rows}>
        {entries.map(([key]) => (
          <ValueRow key={key} at={key} {...{ values, fields, free, fault, onChange }} />
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          disabled={free.length === 0}
          onClick={add}
        >
          {t('values.add')}
        </Button>
      </div>
    </>
  )
}

interface ValueRowProps extends Omit<ValueRowsProps, 'none'> {
  at: string
  /** Fields that have no value here yet. */
  free: readonly FieldInput[]
}

function ValueRow({ at: key, values, fields, free, fault, onChange }: ValueRowProps) {
  const { t } = useTranslation('app-setup')
  const field = fields.find((one) => one.key === key)
  const open = field === undefined ? free : [field, ...free]
  return (
    <li className={classes.row}>
      <Select
        label={t('values.field')}
        data={fieldChoices(open, key, (gone) => t('values.gone', { field: gone }))}
        value={key}
        searchable
        allowDeselect={false}
        onChange={(next) =>
          next !== null && next !== key && onChange({ ...renamed(values, key, next), [next]: null })
        }
      />
      {field === undefined ? (
        <span />
      ) : (
        <ValueEdit
          subject={subjectOf(field)}
          value={values[key] ?? null}
          onChange={(next) => onChange({ ...values, [key]: next })}
        />
      )}
      <ActionIcon
        size={24}
        aria-label={t('values.remove', { field: field?.label ?? key })}
        onClick={() => onChange(without(values, key))}
      >
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      {fault(key) !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault(key)}
        </p>
      )}
    </li>
  )
}
