import type { SessionView } from '@caseloom/contract/identity/identity'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconHelp, IconLogout, IconSettings, IconUserCog } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { saveMe } from '../data/me.ts'
import { paths } from '../data/paths.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { UserButton } from './UserButton.tsx'
import { MOD, openHelp } from './useShellKeys.ts'
import classes from './UserMenu.module.css'

const SCHEMES = [
  { key: 'auto', text: 'user.system', theme: 'system' },
  { key: 'light', text: 'user.light', theme: 'light' },
  { key: 'dark', text: 'user.dark', theme: 'dark' },
] as const

/** Opens immediately: the first click mounts it. */
export function UserMenuList({ session }: { session: SessionView }) {
  const { t } = useTranslation('shell')
  const { colorScheme, choose } = useColorSchemeChoice()
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} defaultOpened>
      <Menu.Target>
        <UserButton name={session.user.name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.who}>
          <span className={classes.name}>{session.user.name}</span>
          <span className={classes.email}>{session.user.email}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('user.scheme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {SCHEMES.map(({ key, text }) => (
            <Menu.RadioItem
              key={key}
              value={key}
              closeMenuOnClick={false}
              checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
            >
              {t(text)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <OwnPageLink session={session} />
        <AdministrationLink session={session} />
        <Menu.Item
          leftSection={<IconHelp size={16} stroke={1.6} aria-hidden />}
          rightSection={<Kbd keys={`${MOD}⇧H`} />}
          onClick={openHelp}
        >
          {t('user.help')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/logout"
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
        >
          {t('user.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useColorSchemeChoice() {
  const client = useQueryClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const scheme = SCHEMES.find((each) => each.key === value) ?? SCHEMES[0]
    setColorScheme(scheme.key)
    // This browser shows it already; others follow at the next sign-in.
    saveMe(client, { theme: scheme.theme }).catch(() => undefined)
  }
  return { colorScheme, choose }
}

function OwnPageLink({ session }: { session: SessionView }) {
  const { t } = useTranslation('shell')
  const { accountId } = useParams({ strict: false })
  const from = useRouterState({ select: (state) => state.location.href })
  const account = session.accounts.find((each) => each.id === accountId) ?? session.accounts[0]
  if (account === undefined) return null
  return (
    <Menu.Item
      component={Link}
      to={paths.user(account.id, account.userId)}
      state={{ from }}
      leftSection={<IconUserCog size={16} stroke={1.6} aria-hidden />}
    >
      {t('user.own')}
    </Menu.Item>
  )
}

function AdministrationLink({ session }: { session: SessionView }) {
  const { t } = useTranslation('shell')
  const { accountId } = useParams({ strict: false })
  const here = useRouterState({ select: (state) => state.location.pathname })
  const account = session.accounts.find((each) => each.id === accountId)
  if (account === undefined || !(account.admin || session.user.superAdministrator)) return null
  if (here.startsWith(paths.admin(account.id))) return null
  return (
    <Menu.Item
      component={Link}
      to={paths.admin(account.id)}
      leftSection={<IconSettings size={16} stroke={1.6} aria-hidden />}
    >
      {t('user.administration')}
    </Menu.Item>
  )
}
