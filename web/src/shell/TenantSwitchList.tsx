import type { SessionView } from '@caseloom/contract/identity/identity'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../data/paths.ts'
import { useTenantScope } from '../data/scope.tsx'
import { TenantButton } from './TenantButton.tsx'
import { WorkspaceItems } from './WorkspaceItems.tsx'

/** Opens immediately: the first click mounts it. */
export function TenantSwitchList({ session, rail }: { session: SessionView; rail: boolean }) {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  return (
    <Menu position="bottom-start" width={240} withinPortal={false} defaultOpened>
      <Menu.Target>
        <TenantButton session={session} rail={rail} />
      </Menu.Target>
      <Menu.Dropdown>
        <WorkspaceItems />
        <Menu.Label>{t('nav.tenants')}</Menu.Label>
        {session.tenants.map((tenant) => (
          <Menu.Item
            key={tenant.id}
            component={Link}
            to={paths.welcome({ accountId: tenant.accountId, tenantId: tenant.id })}
            rightSection={
              tenant.id === scope.tenantId ? <IconCheck size={14} stroke={2} aria-hidden /> : undefined
            }
          >
            {tenant.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
