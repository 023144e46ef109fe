import type { UserView } from '@caseloom/contract/identity/directory'
import classes from '../../../ui/admin/Settings.module.css'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { formatDateTime } from '../../../ui/time.ts'
import { TimeAgo, useZone } from '../../../ui/Times.tsx'
import type { Translate } from './translate.ts'
import { type Directory, roleName } from './useDirectory.ts'

export function userColumns(directory: Directory, ownId: string, t: Translate): GridColumn<UserView>[] {
  const label = (key: string) => t(`users.columns.${key}`)
  return [
    {
      key: 'name',
      label: label('name'),
      title: true,
      render: (user) => <PersonCell user={user} own={user.id === ownId} />,
      text: (user) => `${user.name} ${user.email}`,
    },
    {
      key: 'roles',
      label: label('roles'),
      width: 140,
      render: (user) => rolesText(user, directory, t),
      text: (user) => rolesText(user, directory, t),
    },
    {
      key: 'groups',
      label: label('groups'),
      width: 150,
      fold: 2,
      render: (user) => groupsText(user, directory),
      text: (user) => groupsText(user, directory),
    },
    {
      key: 'mfa',
      label: label('mfa'),
      width: 128,
      fold: 3,
      quiet: true,
      render: (user) => <FactorCell user={user} t={t} />,
    },
    {
      key: 'status',
      label: label('status'),
      width: 104,
      render: (user) => <State state={user.status}>{t(`users.statuses.${user.status}`)}</State>,
    },
    {
      key: 'seen',
      label: label('seen'),
      width: 60,
      align: 'end',
      quiet: true,
      render: (user) => (user.lastSeenAt === null ? t('users.never') : <TimeAgo at={user.lastSeenAt} />),
    },
  ]
}

function PersonCell({ user, own }: { user: UserView; own: boolean }) {
  return (
    <span className={classes.person}>
      <Avatar name={user.name} own={own} />
      <span className={classes.personName}>{user.name}</span>
      <span className={classes.personMail}>{user.kind === 'person' ? user.email : ''}</span>
    </span>
  )
}

function FactorCell({ user, t }: { user: UserView; t: Translate }) {
  const zone = useZone()
  if (user.kind === 'service') return t('users.byToken')
  if (user.mfaExemption === null) return user.mfa ? t('users.on') : t('users.off')
  const { until, reason } = user.mfaExemption
  const time = formatDateTime(new Date(until), zone)
  return <span title={t('users.exemptUntil', { time, reason })}>{t('users.exempt')}</span>
}

function rolesText(user: UserView, directory: Directory, t: Translate): string {
  const names = user.roles.map((held) => roleName(directory, held, t))
  return [...new Set([...(user.accountAdmin ? [t('users.accountAdmin')] : []), ...names])].join(', ')
}

function groupsText(user: UserView, { groups }: Directory): string {
  return groups
    .filter((group) => user.groupIds.includes(group.id))
    .map((group) => group.name)
    .join(', ')
}
