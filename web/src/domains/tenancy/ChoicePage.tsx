import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/glyphs/Logo.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import classes from './ChoicePage.module.css'
import { tenancyEn } from './tenancy.en.ts'

addTexts('tenancy', tenancyEn)

export interface Choice {
  id: string
  name: string
  note?: string
  to: string
}

interface ChoicePageProps {
  title: string
  text: string
  listLabel: string
  choices: readonly Choice[]
  none: { title: string; text: string }
}

/** A page outside the shell on which one of several places is chosen. */
export function ChoicePage({ title, text, listLabel, choices, none }: ChoicePageProps) {
  const { t } = useTranslation('tenancy')
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <Logo size={24} />
          Caseloom
        </span>
        <Button variant="subtle" component={Link} to="/logout">
          {t('logOut')}
        </Button>
      </header>
      <main className={classes.main}>
        {choices.length === 0 ? (
          <EmptyState title={none.title} text={none.text} />
        ) : (
          <div className={classes.box}>
            <h1 className={classes.title}>{title}</h1>
            <p className={classes.text}>{text}</p>
            <ul className={classes.list} aria-label={listLabel}>
              {choices.map((choice) => (
                <li key={choice.id}>
                  <Link to={choice.to} className={classes.choice}>
                    <span className={classes.name}>{choice.name}</span>
                    {choice.note !== undefined && <span className={classes.note}>{choice.note}</span>}
                    <IconChevronRight size={16} stroke={1.6} aria-hidden className={classes.arrow} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </main>
    </div>
  )
}
