import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { searchEverywhere } from '@caseloom/contract/records/search'
import { useTranslation } from 'react-i18next'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from './Search.module.css'

interface FoundAppsProps {
  apps: RouteReply<typeof searchEverywhere>['apps']
  chosen: string | undefined
  onChoose: (appId: string | undefined) => void
}

export function FoundApps({ apps, chosen, onChoose }: FoundAppsProps) {
  const { t } = useTranslation('records')
  return (
    <section className={classes.apps} aria-label={t('everywhere.apps')}>
      <h2 className={classes.heading}>{t('everywhere.apps')}</h2>
      <ul className={classes.list}>
        <li>
          <button
            type="button"
            className={classes.app}
            aria-pressed={chosen === undefined}
            onClick={() => onChoose(undefined)}
          >
            <span className={classes.appName}>{t('everywhere.all')}</span>
          </button>
        </li>
        {apps.map((app) => (
          <li key={app.id}>
            <button
              type="button"
              className={classes.app}
              aria-pressed={chosen === app.id}
              onClick={() => onChoose(chosen === app.id ? undefined : app.id)}
            >
              <AppIcon name={app.icon} />
              <span className={classes.appName}>{app.name}</span>
              <span className={classes.number}>
                {formatCount(app.count)}
                {app.capped && '+'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
