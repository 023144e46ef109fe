import { COLUMN_TYPES, KEY_TYPES, MAX_OPTIONS } from '@caseloom/contract/automation/table-columns'
import { TABLE_LIMITS } from '@caseloom/contract/automation/tables'
import { ActionIcon, Button, Select, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type DraftColumn, keyOfName, type TableFaults } from './table-form.ts'
import classes from './Tables.module.css'

interface ColumnsEditorProps {
  columns: readonly DraftColumn[]
  faults: TableFaults
  onChange: (columns: readonly DraftColumn[]) => void
}

/** Columns in order; the first one holds the keys and stays. */
export function ColumnsEditor({ columns, faults, onChange }: ColumnsEditorProps) {
  const { t } = useTranslation('tables')
  const change = (id: number, part: Partial<DraftColumn>) =>
    onChange(columns.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const add = () => {
    const id = Math.max(...columns.map((one) => one.id)) + 1
    onChange([...columns, { id, key: '', label: '', type: 'text', isNew: true }])
  }
  const fault = faults.get('columns')
  return (
    <fieldset className={classes.columns}>
      <legend>{t('form.columns')}</legend>
      <p className={classes.note}>{t('form.columnsText')}</p>
      {fault !== undefined && <p className={classes.fault}>{fault}</p>}
      {columns.map((column, at) => (
        <ColumnRow
          key={column.id}
          column={column}
          at={at}
          faults={faults}
          onChange={(part) => change(column.id, part)}
          onRemove={() => onChange(columns.filter((one) => one.id !== column.id))}
        />
      ))}
      {columns.length < TABLE_LIMITS.columns && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={add}>
            {t('form.addColumn')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface ColumnRowProps {
  column: DraftColumn
  at: number
  faults: TableFaults
  onChange: (part: Partial<DraftColumn>) => void
  onRemove: () => void
}

function ColumnRow({ column, at, faults, onChange, onRemove }: ColumnRowProps) {
  const { t } = useTranslation('tables')
  const number = at + 1
  const follows = column.isNew && column.key === keyOfName(column.label)
  return (
    <div className={classes.column}>
      <TextInput
        aria-label={t('form.column', { number })}
        placeholder={t('form.name')}
        value={column.label}
        maxLength={100}
        error={faults.get(`columns.${at}.label`)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ label: value, ...(follows ? { key: keyOfName(value) } : {}) })
        }
      />
      <TextInput
        aria-label={t('form.columnKey', { number })}
        placeholder={t('form.key')}
        value={column.key}
        maxLength={63}
        spellCheck={false}
        error={faults.get(`columns.${at}.key`)}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <Select
        aria-label={t('form.columnType', { number })}
        data={(at === 0 ? KEY_TYPES : COLUMN_TYPES).map((type) => ({
          value: type,
          label: t(`types.${type}`),
        }))}
        value={column.type}
        allowDeselect={false}
        error={faults.get(`columns.${at}.type`)}
        onChange={(next) => onChange({ type: COLUMN_TYPES.find((type) => type === next) ?? 'text' })}
      />
      {at > 0 && <RemoveButton name={t('form.removeColumn', { number })} onRemove={onRemove} />}
      {column.type === 'choice' && <Options column={column} at={at} faults={faults} onChange={onChange} />}
    </div>
  )
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <ActionIcon variant="subtle" size={28} aria-label={name} title={name} onClick={onRemove}>
      <IconX size={14} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}

function Options({ column: { options = [] }, at, faults, onChange }: Omit<ColumnRowProps, 'onRemove'>) {
  const { t } = useTranslation('tables')
  return (
    <TagsInput
      className={classes.options}
      aria-label={t('form.columnOptions', { number: at + 1 })}
      placeholder={options.length === 0 ? t('form.options') : ''}
      value={options}
      maxTags={MAX_OPTIONS}
      acceptValueOnBlur
      error={faults.get(`columns.${at}.options`)}
      onChange={(next) => onChange({ options: next })}
    />
  )
}
