import type { UserView } from '@caseloom/contract/identity/directory'
import { MultiSelect, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { GroupId } from '@caseloom/contract/kernel/ids'
import { HeldRoles } from './HeldRoles.tsx'
import { RightsSummary } from './RightsSummary.tsx'
import { useChangeUser } from './useChangeUser.ts'
import type { Directory } from './useDirectory.ts'

export function UserRights({ user, directory }: { user: UserView; directory: Directory }) {
  const { t } = useTranslation('admin')
  const { userId } = useAdminScope()
  const { change, saving, failureOf } = useChangeUser(user)
  const isOwn = user.id === userId
  const admin = failureOf('accountAdmin')
  const roles = failureOf('roles')
  const groups = failureOf('groupIds')
  return (
    <>
      {user.kind === 'person' && (
        <div className={classes.fields}>
          <Switch
            label={t('user.adminLabel')}
            description={t(isOwn ? 'user.ownAdmin' : 'user.adminText')}
            checked={user.accountAdmin}
            disabled={saving || isOwn}
            onChange={(event) => change({ accountAdmin: event.currentTarget.checked })}
          />
          <ErrorSummary message={admin?.text} requestId={admin?.requestId} />
        </div>
      )}
      <PanelSection title={t('held.title')}>
        <ErrorSummary message={roles?.text} requestId={roles?.requestId} />
        <HeldRoles
          value={user.roles}
          directory={directory}
          busy={saving}
          onChange={(next) => change({ roles: next })}
        />
      </PanelSection>
      <PanelSection title={t('user.groups')}>
        <ErrorSummary message={groups?.text} requestId={groups?.requestId} />
        {directory.groups.length === 0 ? (
          <p className={classes.quiet}>{t('user.groupsNone')}</p>
        ) : (
          <MultiSelect
            aria-label={t('user.groups')}
            placeholder={user.groupIds.length === 0 ? t('user.pickGroups') : ''}
            data={directory.groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={[...user.groupIds]}
            disabled={saving}
            onChange={(ids) => change({ groupIds: ids.map((id) => GroupId.parse(id)) })}
          />
        )}
      </PanelSection>
      <RightsSummary user={user} directory={directory} />
    </>
  )
}
