import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../../data/apps.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject } from '../model/places.ts'
import { RemoveButton } from './GroupFields.tsx'
import { InnerField } from '../../../../ui/schema-form/schema-field.tsx'
import { KeySelect } from './KeySelect.tsx'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import { schemaOfField, setFields, uniqueFields } from './record-schema.ts'
import type { RoleFieldProps } from './role-field.ts'

export function useApp(app: JsonValue | undefined): AppView | undefined {
  const { tenantId } = useTenantScope()
  const { data } = useQuery(appsQuery(tenantId))
  return data?.find((one) => one.key === app || one.id === app)
}

export function AppSelect({ label, path, required, readOnly, value, onChange }: RoleFieldProps) {
  const { t } = useTranslation('panel')
  const { tenantId } = useTenantScope()
  const { data = [] } = useQuery(appsQuery(tenantId))
  return (
    <KeySelect
      {...{ label, path, required, readOnly }}
      known={data.map((app) => ({ value: app.key, label: app.name }))}
      value={typeof value === 'string' ? (data.find(({ id }) => id === value)?.key ?? value) : null}
      placeholder={t('record.chooseApp')}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

interface FieldChoiceProps extends RoleFieldProps {
  app: JsonValue | undefined
  several: boolean
  action: string
}

export function FieldChoice(props: FieldChoiceProps) {
  const { label, path, required, readOnly, app, several, action, value, onChange } = props
  const { t } = useTranslation('panel')
  const fields = useApp(app)?.fields ?? []
  const error = useIssueAt(path)
  const fitting = fields.filter((field) => {
    const { clock, links } = fieldTraits(field)
    return action.startsWith('clock.') ? clock : action !== 'record.link' || links
  })
  const data = withKnown(
    fitting.map((field) => ({ value: field.key, label: field.label })),
    value,
  )
  return (
    <FieldFrame label={label} path={path} required={required} error={error}>
      {({ describedBy }) =>
        several ? (
          <MultiSelect
            aria-label={label}
            aria-describedby={describedBy}
            data={data}
            value={Array.isArray(value) ? value.map(String) : []}
            searchable
            readOnly={readOnly}
            onChange={(next) => onChange(next.length === 0 ? undefined : next)}
          />
        ) : (
          <Select
            aria-label={label}
            aria-describedby={describedBy}
            data={data}
            value={typeof value === 'string' ? value : null}
            searchable
            readOnly={readOnly}
            placeholder={t('record.chooseField')}
            error={error !== undefined}
            onChange={(next) => onChange(next ?? undefined)}
          />
        )
      }
    </FieldFrame>
  )
}

function withKnown(data: { value: string; label: string }[], value: JsonValue | undefined) {
  const given = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  const more = given.filter((one) => !data.some((item) => item.value === one))
  return [...data, ...more.map((one) => ({ value: one, label: one }))]
}

interface FieldMapperProps extends RoleFieldProps {
  app: JsonValue | undefined
  match: boolean
}

export function FieldMapper({ label, path, readOnly, app, match, value, onChange }: FieldMapperProps) {
  const { t } = useTranslation('panel')
  const found = useApp(app)
  const error = useIssueAt(path, true)
  const given = isObject(value) ? value : {}
  const fitting = found === undefined ? [] : match ? uniqueFields(found.fields) : setFields(found.fields)
  const names = Object.keys(given)
  // Required fields are offered up front.
  const needed = match || path.at(-1) !== 'set' ? [] : fitting.filter((field) => field.required)
  const shown = [...new Set([...names, ...needed.map(({ key }) => key)])]
  const free = fitting.filter(({ key }) => !shown.includes(key))
  const write = (next: JsonObject) => onChange(next)
  return (
    <Section title={t(match ? 'record.match' : 'record.fields', { label })}>
      {error !== undefined && <p className={classes.fault}>{error}</p>}
      {found === undefined && <p className={classes.note}>{t('record.appFirst')}</p>}
      {found !== undefined && match && fitting.length === 0 && (
        <p className={classes.note}>{t('record.noUnique', { app: found.name })}</p>
      )}
      {shown.map((key) => (
        <MappedField
          key={key}
          field={fitting.find((one) => one.key === key)}
          name={key}
          path={[...path, key]}
          value={given[key]}
          readOnly={readOnly}
          onChange={(next) => write(withMember(given, key, next))}
          onRemove={names.includes(key) ? () => write(withMember(given, key, undefined)) : undefined}
        />
      ))}
      {!readOnly && free.length > 0 && (
        <Select
          aria-label={t(match ? 'record.addMatch' : 'record.addField', { label })}
          placeholder={t(match ? 'record.addMatch' : 'record.addField', { label })}
          data={free.map((field) => ({ value: field.key, label: field.label }))}
          value={null}
          searchable
          onChange={(next) => next !== null && write({ ...given, [next]: '' })}
        />
      )}
    </Section>
  )
}

interface MappedFieldProps {
  field: Field | undefined
  name: string
  path: RoleFieldProps['path']
  value: JsonValue | undefined
  readOnly: boolean
  onChange: (value: JsonValue | undefined) => void
  onRemove: (() => void) | undefined
}

function MappedField({ field, name, path, value, readOnly, onChange, onRemove }: MappedFieldProps) {
  const { t } = useTranslation('panel')
  const schema = schemaOfField(field)
  const label = field?.label ?? name
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
          required={field?.required ?? false}
          readOnly={readOnly}
          onChange={(next) => onChange(next ?? '')}
        />
        {field === undefined && <p className={classes.fault}>{t('record.unknownField', { name })}</p>}
      </div>
      {!readOnly && onRemove !== undefined && (
        <RemoveButton label={t('record.removeField', { name: label })} onClick={onRemove} />
      )}
    </div>
  )
}
