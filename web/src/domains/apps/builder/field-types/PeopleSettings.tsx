import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../../data/people.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import type { FieldOf } from '../../draft/builder-types.ts'
import { AssignSettings } from './AssignSettings.tsx'
import { Several } from './settings-parts.tsx'

export function PeopleSettings(props: FieldOf<'user'> | FieldOf<'group'>) {
  const { field, set, fault } = props
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  const all = field.type === 'user' ? principals.data?.users : principals.data?.groups
  const items = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  const known = [...items(all), ...(field.type === 'user' ? items(principals.data?.groups) : [])]
  // Former users stay selected until they are removed.
  const chosen = (field.members ?? []).map(String)
  const gone = chosen.filter((id) => known.every(({ value }) => value !== id))
  const offered = [...items(all), ...gone.map((value) => ({ value, label: t('people.gone') }))]
  const data =
    field.type === 'group'
      ? offered
      : [
          { group: t('people.groups'), items: items(principals.data?.groups) },
          { group: t('people.users'), items: offered },
        ]
  return (
    <>
      <Several {...props} value={field.multiple} />
      <MultiSelect
        label={t('people.members')}
        description={t(`people.membersNote.${field.type}`)}
        placeholder={chosen.length === 0 ? t(`people.all.${field.type}`) : undefined}
        searchable
        clearable
        data={data}
        value={chosen}
        error={principals.isError ? t('people.failed') : fault('members')}
        onChange={(ids) => set({ members: ids.length === 0 ? undefined : ids })}
      />
      {!(field.type === 'group' && field.multiple) && (
        <DefaultPerson field={field} all={all} fault={fault} set={set} />
      )}
      {field.type === 'user' && <AssignSettings {...props} field={field} />}
    </>
  )
}

type DefaultPersonProps = Pick<FieldOf<'user'> | FieldOf<'group'>, 'field' | 'fault' | 'set'> & {
  all: readonly { id: string; name: string }[] | undefined
}

function DefaultPerson({ field, all, fault, set }: DefaultPersonProps) {
  const { t } = useTranslation('apps')
  return (
    <Select
      label={t('field.default')}
      placeholder={t('field.defaultNone')}
      clearable
      searchable
      data={[
        ...(field.type === 'user' ? [{ value: 'me', label: t('people.me') }] : []),
        ...(field.multiple ? [] : (all ?? []).map(({ id, name }) => ({ value: String(id), label: name }))),
      ]}
      value={typeof field.default === 'string' ? field.default : null}
      error={fault('default')}
      onChange={(value) => set({ default: value ?? undefined })}
    />
  )
}
