import type { SessionView } from '@caseloom/contract/identity'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../ui/glyphs/Avatar.tsx'
import classes from './UserMenu.module.css'

const load = () => import('./UserMenuList.tsx')
const UserMenuList = lazy(() => load().then((module) => ({ default: module.UserMenuList })))

export function UserMenu({ session }: { session: SessionView }) {
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <UserButton
      name={session.user.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenuList session={session} />
    </Suspense>
  )
}

export function UserButton({ name, className = '', ...rest }: { name: string } & ComponentProps<'button'>) {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={`${classes.target} ${className}`}
      aria-label={t('user.menu')}
      title={name}
      {...rest}
    >
      <Avatar name={name} size={24} own />
    </button>
  )
}
