import type { SessionView } from '@caseloom/contract/identity'
import { Menu } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../data/paths.ts'
import { useTenantScope } from '../data/scope.tsx'
import { Logo } from '../ui/glyphs/Logo.tsx'
import classes from './TenantSwitch.module.css'

/** Head of the sidebar: where one is; a menu only when there is another tenant to go to. */
export function TenantSwitch({ session, rail }: { session: SessionView; rail: boolean }) {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  const account = session.accounts.find((each) => each.id === scope.accountId)
  const words = (
    <>
      <Logo size={22} />
      <span className={classes.words}>
        <span className={classes.tenant}>{scope.tenantName}</span>
        <span className={classes.account}>{account?.name}</span>
      </span>
    </>
  )
  if (session.tenants.length < 2) {
    return (
      <Link
        to={paths.welcome(scope)}
        className={classes.head}
        data-rail={rail || undefined}
        title={scope.tenantName}
      >
        {words}
      </Link>
    )
  }
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button
          type="button"
          className={classes.head}
          data-rail={rail || undefined}
          title={t('nav.switchTenant')}
        >
          {words}
          <IconSelector size={14} stroke={1.7} aria-hidden className={classes.arrows} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
