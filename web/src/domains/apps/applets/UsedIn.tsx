import type { AppletUse, AppletView } from '@caseloom/contract/apps/applets'
import { Anchor, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { keys } from '../../../data/keys.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { announce } from '../../../ui/live-region.ts'
import classes from '../builder/Builder.module.css'
import { DetachDialog } from '../linking/DetachDialog.tsx'
import { detachApplet, forgetLinks } from '../model/applets.queries.ts'
import own from './Applets.module.css'
import { recordWords } from './record-words.ts'

interface UsedInProps {
  applet: AppletView
  uses: { items: readonly AppletUse[]; others: number } | undefined
}

/** The apps that link the applet, each with its version and what it changes. */
export function UsedIn({ applet, uses }: UsedInProps) {
  const { t } = useTranslation('applets')
  const scope = useTenantScope()
  const [detaching, setDetaching] = useState<AppletUse | null>(null)
  if (uses === undefined) return null
  if (uses.items.length + uses.others === 0)
    return <EmptyState title={t('used.empty')} text={t('used.emptyText')} />
  const behind = uses.items.filter(({ link }) => link.revision < applet.revision).length
  return (
    <section className={own.used} aria-labelledby="used-in">
      <header className={own.usedHead}>
        <h2 id="used-in" className={own.rulesTitle}>
          {t('used.title', { count: uses.items.length })}
        </h2>
        {behind > 0 && (
          <Button component={Link} variant="filled" to={paths.appletUpdate(scope, applet.id)}>
            {t('used.update', { revision: applet.revision })}
          </Button>
        )}
      </header>
      <ul className={own.ruleList}>
        {uses.items.map((use) => (
          <UseRow
            key={`${use.app.id}.${use.link.prefix}`}
            use={use}
            applet={applet}
            onDetach={() => setDetaching(use)}
          />
        ))}
        {uses.others > 0 && (
          <li className={own.rule}>
            <span className={classes.quiet}>{t('delete.others', { count: uses.others })}</span>
          </li>
        )}
      </ul>
      <p className={classes.quiet}>{t('used.detachNote')}</p>
      {detaching !== null && <DetachUse applet={applet} use={detaching} onClose={() => setDetaching(null)} />}
    </section>
  )
}

interface UseRowProps {
  use: AppletUse
  applet: AppletView
  onDetach: () => void
}

function UseRow({ use, applet, onDetach }: UseRowProps) {
  const { t } = useTranslation('applets')
  const scope = useTenantScope()
  const { app, link, records, can } = use
  const overrides = Object.keys(link.overrides).length + (link.rulesOff?.length ?? 0)
  return (
    <li className={own.rule}>
      <AppIcon name={app.icon} size={16} />
      <span className={own.ruleText}>
        {can.build ? (
          <Anchor inherit component={Link} to={paths.appBuilder(scope, app.id)}>
            {app.name}
          </Anchor>
        ) : (
          app.name
        )}{' '}
        <code className={own.key}>{link.prefix}_</code>
      </span>
      <span className={classes.quiet}>
        {recordWords(records, t)} · {t('update.overrides', { count: overrides })}
      </span>
      {link.revision < applet.revision ? (
        <Chip hue="amber">{t('version', { revision: link.revision })}</Chip>
      ) : (
        <Chip hue="green">{t('version', { revision: link.revision })}</Chip>
      )}
      {can.build && (
        <Button size="compact-sm" variant="subtle" onClick={onDetach}>
          {t('used.detach')}
        </Button>
      )}
    </li>
  )
}

interface DetachUseProps {
  applet: { id: string; name: string }
  use: AppletUse
  onClose: () => void
}

/** Detaches immediately, as a revision of the app. */
export function DetachUse({ applet, use, onClose }: DetachUseProps) {
  const { t } = useTranslation('applets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { app, link } = use
  const whole = useQuery(appsQuery(tenantId)).data?.find(({ id }) => id === app.id)
  return (
    <DetachDialog
      applet={applet.name}
      app={app.name}
      fields={(whole?.fields ?? []).filter((field) => field.applet === link.prefix)}
      run={() => detachApplet(tenantId, { appId: app.id, prefix: link.prefix, revision: app.revision })}
      onDone={() => {
        announce(t('detach.done', { applet: applet.name, app: app.name }))
        void forgetLinks(client, tenantId, applet.id)
        void client.invalidateQueries({ queryKey: keys.one(tenantId, 'apps', app.id) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
