import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { NO_PRINCIPALS } from '../../../ui/sharing/principals.ts'
import { SharingForm } from '../../../ui/sharing/SharingForm.tsx'
import { AppMembers } from './AppMembers.tsx'
import classes from './Builder.module.css'
import type { EditedApp } from '../draft/useAppDraft.ts'

interface AppRightsProps {
  edited: EditedApp
  onField: (key: string) => void
}

export function AppRights({ edited, onField }: AppRightsProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  const roles = principals.data?.roles ?? []
  const names = new Map(roles.map(({ id, name }) => [String(id), name]))
  const words = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ')
  const own = edited.draft.fields.filter(
    (field) => field.readers !== undefined || field.writers !== undefined,
  )
  return (
    <>
      <AppMembers edited={edited} />
      <AppSharing edited={edited} />
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
    </>
  )
}

function AppSharing({ edited }: Pick<AppRightsProps, 'edited'>) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  const { draft, edit } = edited
  return (
    <SettingsSection title={t('rights.sharing')} text={t('rights.sharingText')}>
      <SharingForm
        sharing={draft.sharing ?? null}
        onSharing={(sharing) => edit({ ...draft, sharing }, 'sharing')}
        principals={principals.data ?? NO_PRINCIPALS}
        failed={principals.isError}
        levels={['read', 'use', 'manage']}
        wordOf={(level) => t(`rights.levels.${level}`)}
        texts={{ who: t('rights.who'), open: t('rights.open'), hint: () => t('rights.stay') }}
      />
    </SettingsSection>
  )
}
