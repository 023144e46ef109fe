import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../../ui/glyphs/Logo.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import classes from './People.module.css'

export function OutsideSheet({
  title,
  brand = null,
  children,
}: {
  title: string | null
  brand?: string | null
  children: ReactNode
}) {
  const { t } = useTranslation('ui')
  usePageTitle(title ?? t('loading'))
  return (
    <div className={classes.sheet}>
      <div className={classes.sheetTop}>
        <Logo size={24} />
        {brand ?? t('brand')}
      </div>
      <main className={classes.sheetMain}>
        {title !== null && <h1 className={classes.title}>{title}</h1>}
        {children}
      </main>
    </div>
  )
}
