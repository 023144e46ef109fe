import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../Apps.module.css'
import { rolesQuery } from '../apps.queries.ts'
import type { EditedApp } from './useAppDraft.ts'

interface AppRightsProps {
  edited: EditedApp
  onField: (key: string) => void
}

/** Who may do what with the app's records, as far as the app itself says so. */
export function AppRights({ edited, onField }: AppRightsProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const roles = useQuery(rolesQuery(tenantId)).data ?? []
  const names = new Map(roles.map(({ id, name }) => [String(id), name]))
  const words = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ')
  const own = edited.draft.fields.filter(
    (field) => field.readers !== undefined || field.writers !== undefined,
  )
  return (
    <SettingsSection title={t('rights.fields')} text={t('rights.fieldsText')}>
      {own.length === 0 && <p className={classes.quiet}>{t('rights.none')}</p>}
      <ul className={classes.plain}>
        {own.map((field) => (
          <li key={field.key} className={classes.rightsRow}>
            <Button variant="subtle" onClick={() => onField(field.key)}>
              {field.label}
            </Button>
            <span className={classes.quiet}>
              {[
                field.readers === undefined ? null : t('rights.read', { roles: words(field.readers) }),
                field.writers === undefined ? null : t('rights.write', { roles: words(field.writers) }),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
