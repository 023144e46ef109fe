import type { AppletUpdateView, AppletView } from '@caseloom/contract/apps/applets'
import { Anchor, Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import classes from '../builder/Builder.module.css'
import own from './Update.module.css'
import { DetachUse } from './UsedIn.tsx'
import { keyOf, openPoints, type Updating } from './useUpdating.ts'
import { recordWords } from './record-words.ts'

interface UpdateAppsProps {
  applet: AppletView
  updates: readonly AppletUpdateView[]
  updating: Updating
}

/** The apps at the left: a tick takes the version now. */
export function UpdateApps({ applet, updates, updating }: UpdateAppsProps) {
  const { t } = useTranslation('applets')
  const [isDetaching, setIsDetaching] = useState(false)
  const { pending, ticked, present, tick } = updating
  return (
    <aside className={own.apps} aria-label={t('update.apps')}>
      <header className={own.appsHead}>
        <span>{t('used.title', { count: updates.length })}</span>
        {pending.length > 0 && (
          <Checkbox
            aria-label={t('update.all')}
            checked={ticked.length === pending.length}
            indeterminate={ticked.length > 0 && ticked.length < pending.length}
            onChange={() => tick(pending, ticked.length < pending.length)}
          />
        )}
      </header>
      <ul className={classes.plain}>
        {updates.map((update) => (
          <AppRow key={keyOf(update)} update={update} updating={updating} />
        ))}
      </ul>
      <Follow applet={applet} />
      <div className={own.detach}>
        <p className={classes.quiet}>{t('used.detachNote')}</p>
        {present?.can.build === true && (
          <Button size="compact-sm" variant="subtle" onClick={() => setIsDetaching(true)}>
            {t('used.detachOne', { name: present.app.name })}
          </Button>
        )}
      </div>
      {isDetaching && present !== null && (
        <DetachUse applet={applet} use={present} onClose={() => setIsDetaching(false)} />
      )}
    </aside>
  )
}

function Follow({ applet }: { applet: AppletView }) {
  const { t } = useTranslation('applets')
  const scope = useTenantScope()
  return (
    <div className={own.follow}>
      <h2 className={own.asideTitle}>{t('follow.title')}</h2>
      <p className={classes.quiet}>
        {t(`follow.${applet.follow}`)}.{' '}
        <Anchor
          inherit
          component={Link}
          to={paths.appletBuilder(scope, applet.id)}
          search={{ part: 'settings' } as never} // Paths make the URL, so the router doesn't know its route
        >
          {t('follow.change')}
        </Anchor>
      </p>
    </div>
  )
}

function AppRow({ update, updating }: { update: AppletUpdateView; updating: Updating }) {
  const { t } = useTranslation('applets')
  const { app, link, records } = update
  const { present, pending, select, isTicked, tick, choicesOf } = updating
  const isPending = pending.includes(update)
  const open = isPending ? openPoints(update, choicesOf(update)) : 0
  const conflicts = isPending ? update.items.filter(({ kind }) => kind === 'conflict').length : 0
  const overrides = Object.keys(link.overrides).length
  const isPresent = present !== null && keyOf(present) === keyOf(update)
  return (
    <li className={own.app} data-selected={isPresent || undefined}>
      <button type="button" className={own.appMain} aria-pressed={isPresent} onClick={() => select(update)}>
        <span className={own.appGlyph}>
          <AppIcon name={app.icon} size={15} />
        </span>
        <span className={own.grow}>
          <span className={own.appName}>{app.name}</span>
          <span className={classes.quiet}>
            {recordWords(records, t)},{' '}
            {conflicts > 0
              ? t('update.conflicts', { count: conflicts })
              : t('update.overrides', { count: overrides })}
          </span>
        </span>
        {open > 0 && <Chip hue="amber">{t('update.decide')}</Chip>}
        {!isPending && link.revision >= update.next && <Chip hue="green">{t('update.updated')}</Chip>}
      </button>
      {isPending && (
        <Checkbox
          aria-label={t('update.take', { name: app.name })}
          checked={isTicked(update)}
          onChange={(event) => tick([update], event.currentTarget.checked)}
        />
      )}
    </li>
  )
}
