import { LOOKUP_TYPES, type TableColumn } from '@caseloom/contract/automation/table-columns'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../../data/scope.tsx'
import { InnerField } from '../../../../ui/schema-form/schema-field.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { tablesQuery } from '../../../../data/tables.ts'
import { isObject } from '../model/places.ts'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { RemoveButton } from './GroupFields.tsx'
import { KeySelect } from './KeySelect.tsx'
import type { RoleFieldProps } from './role-field.ts'

/** Selects a reference table by key. */
export function TableSelect({ value, onChange, ...words }: RoleFieldProps) {
  const { t } = useTranslation('panel')
  const { tenantId } = useTenantScope()
  const { data = [] } = useQuery(tablesQuery(tenantId))
  return (
    <KeySelect
      {...words}
      known={data.map((table) => ({ value: table.key, label: table.name }))}
      value={typeof value === 'string' && value !== '' ? value : null}
      placeholder={t('table.choose')}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

/** Selects the column that a lookup searches; without one, it searches the keys. */
export function TableColumnSelect(props: RoleFieldProps & { table: JsonValue | undefined }) {
  const { table, value, onChange, ...words } = props
  const { t } = useTranslation('panel')
  const { tenantId } = useTenantScope()
  const { data = [] } = useQuery(tablesQuery(tenantId))
  const columns = data.find(({ key }) => key === table)?.columns ?? []
  return (
    <KeySelect
      {...words}
      clearable
      known={columns
        .filter(({ type }) => LOOKUP_TYPES.has(type))
        .map(({ key, label }) => ({ value: key, label }))}
      value={typeof value === 'string' && value !== '' ? value : null}
      placeholder={columns[0]?.label ?? t('table.first')}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

const SCHEMAS: Readonly<Record<TableColumn['type'], JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  instant: { type: 'string' },
  network: { type: 'string' },
  choice: { type: 'string' },
  user: { type: 'string' },
}

/** A selection offers its options. */
function schemaOf({ type, options = [] }: TableColumn): JsonObject {
  return { ...SCHEMAS[type], ...(type === 'choice' ? { enum: options } : {}) }
}

/** Values by column; the key column is set by the key of the step. */
export function TableValues(props: RoleFieldProps & { table: JsonValue | undefined }) {
  const { path, readOnly, table, value, onChange } = props
  const { t } = useTranslation('panel')
  const { tenantId } = useTenantScope()
  const { data = [] } = useQuery(tablesQuery(tenantId))
  const columns = data.find(({ key }) => key === table)?.columns.slice(1)
  const error = useIssueAt(path, true)
  const given = isObject(value) ? value : {}
  const names = Object.keys(given)
  const free = (columns ?? []).filter(({ key }) => !names.includes(key))
  return (
    <Section title={t('table.values')}>
      {error !== undefined && <p className={classes.fault}>{error}</p>}
      {columns === undefined && <p className={classes.note}>{t('table.first')}</p>}
      {names.map((name) => (
        <ColumnValue
          key={name}
          column={columns?.find(({ key }) => key === name)}
          isKnown={columns === undefined || columns.some(({ key }) => key === name)}
          name={name}
          path={[...path, name]}
          value={given[name]}
          readOnly={readOnly}
          onChange={(next) => onChange(withMember(given, name, next))}
        />
      ))}
      {!readOnly && free.length > 0 && (
        <Select
          aria-label={t('table.add')}
          placeholder={t('table.add')}
          data={free.map(({ key, label }) => ({ value: key, label }))}
          value={null}
          searchable
          onChange={(next) => next !== null && onChange({ ...given, [next]: '' })}
        />
      )}
    </Section>
  )
}

interface ColumnValueProps {
  column: TableColumn | undefined
  /** False for a column that the table doesn't have. */
  isKnown: boolean
  name: string
  path: RoleFieldProps['path']
  value: JsonValue | undefined
  readOnly: boolean
  onChange: (value: JsonValue | undefined) => void
}

function ColumnValue({ column, isKnown, name, path, value, readOnly, onChange }: ColumnValueProps) {
  const { t } = useTranslation('panel')
  const schema = column === undefined ? {} : schemaOf(column)
  const label = column?.label ?? name
  return (
    <div className={classes.row}>
      <div className={classes.grow}>
        <InnerField
          label={label}
          name={name}
          path={path}
          schema={schema}
          root={schema}
          value={value}
          required={false}
          readOnly={readOnly}
          onChange={(next) => onChange(next ?? '')}
        />
        {!isKnown && <p className={classes.fault}>{t('table.unknown', { name })}</p>}
      </div>
      {!readOnly && (
        <RemoveButton label={t('table.remove', { name: label })} onClick={() => onChange(undefined)} />
      )}
    </div>
  )
}
