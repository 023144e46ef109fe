import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import classes from './Builder.module.css'
import type { FieldSettingsProps } from '../draft/builder-types.ts'

/** Which roles can read and change the field; none selected means everyone with access to the record. */
export function FieldRights({ field, set, fault }: FieldSettingsProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const roles = useQuery(principalsQuery(tenantId))
  const data = (roles.data?.roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const choose = (part: 'readers' | 'writers') => (ids: string[]) =>
    set({ [part]: ids.length === 0 ? undefined : ids })
  return (
    <>
      <MultiSelect
        label={t('field.readers')}
        placeholder={field.readers === undefined ? t('field.everyoneRead') : undefined}
        searchable
        clearable
        data={data}
        value={[...(field.readers ?? [])]}
        error={roles.isError ? t('field.noRoles') : fault('readers')}
        onChange={choose('readers')}
      />
      <MultiSelect
        label={t('field.writers')}
        placeholder={field.writers === undefined ? t('field.everyoneWrite') : undefined}
        searchable
        clearable
        data={data}
        value={[...(field.writers ?? [])]}
        error={roles.isError ? t('field.noRoles') : fault('writers')}
        onChange={choose('writers')}
      />
      <p className={classes.quiet}>{t('field.rightsNote')}</p>
    </>
  )
}
