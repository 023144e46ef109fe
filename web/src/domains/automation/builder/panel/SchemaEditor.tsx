import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject } from '../model/places.ts'
import { JsonField } from './AnyField.tsx'
import { AddButton, NameInput, RemoveButton } from './GroupFields.tsx'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import type { RoleFieldProps } from './role-field.ts'
import { ROW_TYPES, rowsOf, schemaOfRows, type SchemaRow } from './schema-rows.ts'

/** Schema fields as a list; a schema too complex for that is shown as JSON. */
export function SchemaEditor({ label, path, required, readOnly, value, onChange }: RoleFieldProps) {
  const { t } = useTranslation('panel')
  const error = useIssueAt(path)
  const schema = isObject(value) ? value : undefined
  const rows = rowsOf(schema)
  // JSON stays while someone types, even if a list could show it again.
  const [asJson, setAsJson] = useState(rows === null)
  if (rows === null && !asJson) setAsJson(true)
  if (rows === null || asJson) {
    return (
      <Section title={label}>
        <p className={classes.note}>{t('schema.more')}</p>
        <JsonField
          {...{ label, path, required, readOnly, value, onChange }}
          name="schema"
          schema={{ type: 'object' }}
          root={{}}
        />
      </Section>
    )
  }
  const write = (next: readonly SchemaRow[]) =>
    onChange(next.length === 0 && !required ? undefined : schemaOfRows(next, schema))
  return (
    <Section title={label}>
      {error !== undefined && <p className={classes.fault}>{error}</p>}
      <ul className={classes.rows}>
        {rows.map((row, at) => (
          <li key={at} className={classes.card}>
            <Row
              row={row}
              number={at + 1}
              taken={rows.map(({ name }) => name)}
              readOnly={readOnly}
              onChange={(next) => write(rows.with(at, next))}
              onRemove={() => write(rows.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {!readOnly && <AddButton label={t('schema.add')} onClick={() => write([...rows, newRow(rows)])} />}
    </Section>
  )
}

function newRow(rows: readonly SchemaRow[]): SchemaRow {
  let number = rows.length + 1
  while (rows.some(({ name }) => name === `field${number}`)) number += 1
  return {
    name: `field${number}`,
    title: '',
    description: '',
    type: 'text',
    required: false,
    options: [],
    default: undefined,
  }
}

interface RowProps {
  row: SchemaRow
  number: number
  taken: readonly string[]
  readOnly: boolean
  onChange: (row: SchemaRow) => void
  onRemove: () => void
}

function Row({ row, number, taken, readOnly, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('panel')
  const [typed, setTyped] = useState<string | null>(null)
  const shown = row.default === undefined ? '' : String(row.default)
  const isTyped = typed !== null && startOf(row, typed) === row.default
  const chooses = row.type === 'choice' || row.type === 'choices'
  return (
    <>
      <RowHead number={number} row={row} readOnly={readOnly} onChange={onChange} onRemove={onRemove} />
      <RowDetails number={number} row={row} taken={taken} readOnly={readOnly} onChange={onChange} />
      {chooses && (
        <TagsInput
          label={t('schema.options', { number })}
          value={[...row.options]}
          readOnly={readOnly}
          onChange={(options) => onChange({ ...row, options })}
        />
      )}
      <TextInput
        label={t('schema.description', { number })}
        value={row.description}
        readOnly={readOnly}
        onChange={(event) => onChange({ ...row, description: event.currentTarget.value })}
      />
      {row.type !== 'list' && row.type !== 'choices' && (
        <TextInput
          label={t('schema.default', { number })}
          value={isTyped ? typed : shown}
          readOnly={readOnly}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onChange({ ...row, default: startOf(row, event.currentTarget.value) })
          }}
        />
      )}
      <Switch
        label={t('schema.required', { number })}
        checked={row.required}
        disabled={readOnly}
        onChange={(event) => onChange({ ...row, required: event.currentTarget.checked })}
      />
    </>
  )
}

function startOf({ type }: SchemaRow, text: string): JsonValue | undefined {
  if (text === '') return undefined
  if (type === 'boolean') return text === 'true'
  if (type !== 'number' && type !== 'integer') return text
  const number = Number(text)
  return Number.isNaN(number) ? undefined : number
}

interface RowHeadProps {
  number: number
  row: RowProps['row']
  readOnly: boolean
  onChange: RowProps['onChange']
  onRemove: () => void
}

function RowHead({ number, row, readOnly, onChange, onRemove }: RowHeadProps) {
  const { t } = useTranslation('panel')
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.grow}
        label={t('schema.title', { number })}
        value={row.title}
        placeholder={row.name}
        readOnly={readOnly}
        onChange={(event) => onChange({ ...row, title: event.currentTarget.value })}
      />
      {!readOnly && <RemoveButton label={t('schema.remove', { name: row.name })} onClick={onRemove} />}
    </div>
  )
}

interface RowDetailsProps {
  number: number
  row: RowProps['row']
  taken: readonly string[]
  readOnly: boolean
  onChange: RowProps['onChange']
}

function RowDetails({ number, row, taken, readOnly, onChange }: RowDetailsProps) {
  const { t } = useTranslation('panel')
  return (
    <div className={classes.two}>
      <NameInput
        label={t('schema.name', { number })}
        name={row.name}
        taken={taken}
        readOnly={readOnly}
        onChange={(name) => onChange({ ...row, name })}
      />
      <Select
        aria-label={t('schema.type', { number })}
        data={ROW_TYPES.map((type) => ({ value: type, label: t(`schema.types.${type}`) }))}
        value={row.type}
        readOnly={readOnly}
        onChange={(next) => {
          const type = ROW_TYPES.find((one) => one === next)
          if (type !== undefined) onChange({ ...row, type, default: undefined })
        }}
      />
    </div>
  )
}
