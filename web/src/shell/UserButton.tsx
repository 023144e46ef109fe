import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../ui/glyphs/Avatar.tsx'
import classes from './UserMenu.module.css'

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
