import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { versionQuery } from '../../data/session.ts'
import { Logo } from '../../ui/glyphs/Logo.tsx'
import { addTexts } from '../../ui/text/i18n.ts'
import classes from './InstallFrame.module.css'
import { installerEn } from './installer.en.ts'

addTexts('installer', installerEn)

export function InstallFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('installer')
  const version = useQuery({ ...versionQuery, enabled: false }).data
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <Logo size={24} />
          Caseloom
        </span>
        {version !== undefined && <code className={classes.version}>{t('version', { version })}</code>}
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
