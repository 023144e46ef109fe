import type { UserView } from '@caseloom/contract/identity/directory'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { DockPanel } from '../../../ui/admin/DockPanel.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { UserAccess } from './UserAccess.tsx'
import { UserActions } from './UserActions.tsx'
import { UserRights } from './UserRights.tsx'
import { UserTokens } from './UserTokens.tsx'
import type { Directory } from './useDirectory.ts'

const PREFIX = 'user'

interface UserPanelProps {
  user: UserView
  directory: Directory
  onClose: () => void
}

export function UserPanel({ user, directory, onClose }: UserPanelProps) {
  const { t } = useTranslation('admin')
  const { userId } = useAdminScope()
  const [tab, setTab] = useState('rights')
  const isService = user.kind === 'service'
  const tabs = [
    { key: 'rights', label: t('user.rights') },
    { key: 'access', label: t('user.access') },
    ...(isService ? [{ key: 'tokens', label: t('user.tokens') }] : []),
  ]
  return (
    <DockPanel
      title={user.name}
      subtitle={isService ? t('user.service') : user.email}
      glyph={<Avatar name={user.name} size={32} own={user.id === userId} />}
      actions={<UserActions user={user} onRemoved={onClose} />}
      tabs={
        <TabBar
          label={t('user.tabs')}
          tabs={tabs}
          value={tab}
          onChange={setTab}
          size="panel"
          prefix={PREFIX}
        />
      }
      onClose={onClose}
    >
      <div {...tabPanelProps(PREFIX, tab)} style={{ display: 'contents' }}>
        {tab === 'rights' && <UserRights user={user} directory={directory} />}
        {tab === 'access' && <UserAccess user={user} />}
        {tab === 'tokens' && isService && <UserTokens user={user} />}
      </div>
    </DockPanel>
  )
}
