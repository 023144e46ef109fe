import type { AppView } from '@caseloom/contract/apps/apps'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import classes from './model/Apps.module.css'
import { useUnarchive } from './model/useUnarchive.ts'

/** Archived apps below the others: their records can be read, and builders restore them. */
export function ArchivedApps({ apps }: { apps: readonly AppView[] }) {
  const { t } = useTranslation('apps')
  const archived = apps.filter((app) => app.archived === true)
  if (archived.length === 0) return null
  return (
    <section aria-labelledby="archived-apps">
      <h2 id="archived-apps" className={classes.deletedTitle}>
        {t('archive.archived')}
      </h2>
      <ul className={classes.cards}>
        {archived.map((app) => (
          <ArchivedCard key={app.id} app={app} />
        ))}
      </ul>
    </section>
  )
}

function ArchivedCard({ app }: { app: AppView }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const restore = useUnarchive(app)
  const { name } = app
  return (
    <li className={classes.card}>
      <AppIcon name={app.icon} size={18} />
      <span className={classes.cardWords}>
        <Link to={paths.recordList(scope, app.id)}>{name}</Link>
        <span className={classes.facts}>{app.acronym}</span>
        {app.can.build && (
          <span>
            <Button loading={restore.isPending} onClick={() => restore.mutate()}>
              {t('archive.restore', { name })}
            </Button>
          </span>
        )}
      </span>
    </li>
  )
}
