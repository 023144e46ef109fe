import type { SessionView } from '@caseloom/contract/identity'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconHelp, IconLogout, IconSettings } from '@tabler/icons-react'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../data/paths.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { openHelp } from './useShellKeys.ts'
import { UserButton } from './UserMenu.tsx'
import classes from './UserMenu.module.css'

const SCHEMES = [
  { key: 'auto', text: 'user.system' },
  { key: 'light', text: 'user.light' },
  { key: 'dark', text: 'user.dark' },
] as const

/** Who is logged in, the colour scheme of this browser, Log out. Opens at once: it is made by the first click. */
export function UserMenuList({ session }: { session: SessionView }) {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
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
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeOf(value))}>
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
        <AdministrationLink session={session} />
        <Menu.Item
          leftSection={<IconHelp size={16} stroke={1.6} aria-hidden />}
          rightSection={<Kbd keys="⇧H" />}
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

/** The way to the administration, for those who may go there, from everywhere but there. */
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

function schemeOf(value: string): 'auto' | 'light' | 'dark' {
  return SCHEMES.find((scheme) => scheme.key === value)?.key ?? 'auto'
}
