import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { versionQuery } from '../../data/session.ts'
import { Logo } from '../../ui/glyphs/Logo.tsx'
import { Weave } from '../../ui/glyphs/Weave.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { identityEn } from './identity.en.ts'
import classes from './proofs/SignIn.module.css'

addTexts('identity', identityEn)

interface SignInFrameProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  const { t } = useTranslation('identity')
  const version = useQuery({ ...versionQuery, enabled: false }).data
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <div className={classes.brand}>
          <Logo size={26} />
          Caseloom
        </div>
        <div className={classes.form}>
          <h1 className={classes.title}>{title}</h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
          {children}
        </div>
        <footer className={classes.footer}>
          <span className={classes.note}>
            <IconLock size={14} stroke={1.7} aria-hidden />
            {t('login.note')}
          </span>
          {typeof version === 'string' && <code className={classes.version}>v{version}</code>}
        </footer>
      </main>
      <aside className={classes.art}>
        <Weave />
        <div className={classes.slogan}>
          <p className={classes.sloganTitle}>{t('login.sloganTitle')}</p>
          <p className={classes.sloganText}>{t('login.sloganText')}</p>
        </div>
      </aside>
    </div>
  )
}
