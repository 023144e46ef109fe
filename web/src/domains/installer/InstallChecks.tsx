import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readinessQuery } from '../../data/readiness.ts'
import { StateGlyph } from '../../ui/glyphs/State.tsx'
import classes from './InstallChecks.module.css'

export function InstallChecks() {
  const { t, i18n } = useTranslation('installer')
  const { data: parts, isError, isFetching, refetch } = useQuery(readinessQuery)
  const nameOf = (key: string) => (i18n.exists(`installer:checks.${key}`) ? t(`checks.${key}`) : key)
  return (
    <aside className={classes.checks}>
      <h2 className={classes.title}>{t('checks.title')}</h2>
      {isError && <p className={classes.detail}>{t('checks.failed')}</p>}
      <ul className={classes.list}>
        {Object.entries(parts ?? {}).map(([key, part]) => (
          <li key={key} className={classes.check}>
            {part.ok ? (
              <StateGlyph state="succeeded" />
            ) : (
              <IconAlertTriangle size={14} stroke={1.7} color="var(--cl-amber-solid)" aria-hidden />
            )}
            <span className={classes.words}>
              <span>{nameOf(key)}</span>
              <span className={classes.detail}>
                {part.detail ?? (part.ok ? t('checks.ok') : t('checks.away'))}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Button fullWidth loading={isFetching} onClick={() => void refetch()}>
        {t('checks.again')}
      </Button>
    </aside>
  )
}
