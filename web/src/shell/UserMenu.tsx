import type { SessionView } from '@caseloom/contract/identity'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../ui/glyphs/Avatar.tsx'
import classes from './UserMenu.module.css'

const SCHEMES = [
  { key: 'auto', text: 'user.system', icon: IconDeviceDesktop },
  { key: 'light', text: 'user.light', icon: IconSun },
  { key: 'dark', text: 'user.dark', icon: IconMoon },
] as const

/** One's own avatar: who is logged in, the colour scheme of this browser, Log out. */
export function UserMenu({ session }: { session: SessionView }) {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={t('user.menu')}
          title={session.user.name}
        >
          <Avatar name={session.user.name} size={24} own />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <span className={classes.name}>{session.user.name}</span>
          <span className={classes.email}>{session.user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('user.scheme')}</Menu.Label>
        {SCHEMES.map(({ key, text, icon: Icon }) => (
          <Menu.Item
            key={key}
            role="menuitemradio"
            aria-checked={colorScheme === key}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
            rightSection={colorScheme === key ? <IconCheck size={14} stroke={2} aria-hidden /> : undefined}
            onClick={() => setColorScheme(key)}
          >
            {t(text)}
          </Menu.Item>
        ))}
        <Menu.Divider />
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
