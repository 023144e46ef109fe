import { listComponents } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject } from '../model/places.ts'
import { propertiesOf } from './controls.ts'
import { MapField } from './GroupFields.tsx'
import { KeySelect } from './KeySelect.tsx'
import classes from '../parts/Panel.module.css'
import { PropertyFields } from './PropertyFields.tsx'
import type { RoleFieldProps } from './role-field.ts'

function componentsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'components'),
    queryFn: async ({ signal }) => (await call(listComponents, { params: { tenantId }, signal })).items,
    retry: false,
  })
}

export function ComponentSelect({ label, path, required, readOnly, value, onChange }: RoleFieldProps) {
  const { t } = useTranslation('panel')
  const { tenantId } = useTenantScope()
  const { data = [] } = useQuery(componentsQuery(tenantId))
  return (
    <KeySelect
      {...{ label, path, required, readOnly }}
      known={data.map((one) => ({ value: one.key, label: one.title }))}
      value={typeof value === 'string' ? value : null}
      placeholder={data.length === 0 ? t('component.none') : t('field.choose')}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

const ANY: JsonObject = {}

export function ComponentInputs(props: RoleFieldProps & { component: JsonValue | undefined }) {
  const { label, path, required, readOnly, value, onChange, component } = props
  const { tenantId } = useTenantScope()
  const { data = [] } = useQuery(componentsQuery(tenantId))
  const error = useIssueAt(path, true)
  const schema = data.find(({ key }) => key === component)?.inputs
  const properties = schema === undefined ? [] : propertiesOf(schema)
  if (schema === undefined || properties.length === 0)
    return (
      <MapField
        {...{ label, path, required, readOnly, value, onChange }}
        name="inputs"
        schema={ANY}
        root={ANY}
        values={ANY}
        tools={undefined}
      />
    )
  return (
    <FieldFrame label={label} path={path} required={required} error={error}>
      {() => (
        <div className={classes.group} role="group" aria-label={label}>
          <PropertyFields
            properties={properties}
            path={path}
            root={schema}
            value={isObject(value) ? value : {}}
            readOnly={readOnly}
            onChange={onChange}
          />
        </div>
      )}
    </FieldFrame>
  )
}
