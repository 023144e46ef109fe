import type { AppletLink } from '@caseloom/contract/apps/applet-links'
import type { AppletView } from '@caseloom/contract/apps/applets'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { Anchor, Autocomplete, Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { Notice } from '../../../ui/admin/Settings.tsx'
import type { SheetProps } from '../draft/builder-types.ts'
import { appletQuery, appletRevisionQuery } from '../model/applets.queries.ts'
import { DetachDialog } from './DetachDialog.tsx'
import { detached, linkOf, nameOfLink, unlinked, withLink } from './link-draft.ts'
import classes from './Linking.module.css'
import { overrideWords } from './override-words.ts'

interface LinkedSectionPanelProps extends SheetProps {
  section: LayoutSection
  at: number
  prefix: string
}

/** The link behind a section: its version, what the app changed, and the ways out. */
export function LinkedSectionPanel({
  section,
  at,
  prefix,
  edited,
  edits,
  onSelect,
}: LinkedSectionPanelProps) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const scope = useTenantScope()
  const { draft } = edited
  const link = linkOf(draft, prefix)
  const close = () => onSelect(null)
  if (link === undefined) return null
  const name = nameOfLink(link)
  const set = (next: LayoutSection) => edits.changeSection(at, next, `section.${prefix}`)
  const { tab: _tab, ...plain } = section
  const tabs = [...new Set(draft.layout.flatMap((one) => one.tab ?? []))]
  return (
    <DockPanel title={section.title} subtitle={t('linked.section')} onClose={close}>
      <FactList
        facts={[
          [
            t('applet'),
            <Anchor key="applet" inherit component={Link} to={paths.appletBuilder(scope, link.applet)}>
              {name}
            </Anchor>,
          ],
          [t('link.prefix'), <code key="prefix">{prefix}_</code>],
        ]}
      />
      <Newer edited={edited} link={link} />
      <Autocomplete
        label={app('section.tab')}
        placeholder={app('sheet.firstTab')}
        data={tabs}
        value={section.tab ?? ''}
        maxLength={100}
        onChange={(tab) => set(tab.trim() === '' ? plain : { ...section, tab })}
      />
      <Changed edited={edited} link={link} />
      <Rules edited={edited} link={link} />
      <WaysOut edited={edited} link={link} onClose={close} />
    </DockPanel>
  )
}

interface LinkProps {
  edited: SheetProps['edited']
  link: AppletLink
}

/** Detaching keeps what the link brought; removing takes it along. */
function WaysOut({ edited, link, onClose: close }: LinkProps & { onClose: () => void }) {
  const { t } = useTranslation('applets')
  const [isDetaching, setIsDetaching] = useState(false)
  const { draft } = edited
  const { prefix } = link
  return (
    <>
      <div className={classes.actions}>
        <Button onClick={() => setIsDetaching(true)}>{t('linked.detach')}</Button>
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            edited.edit(unlinked(draft, prefix))
            close()
          }}
        >
          {t('linked.remove')}
        </Button>
        <p className={classes.quiet}>{t('linked.removeNote')}</p>
      </div>
      {isDetaching && (
        <DetachDialog
          applet={nameOfLink(link)}
          app={draft.name}
          fields={draft.fields.filter((field) => field.applet === prefix)}
          run={async () => edited.edit(detached(draft, prefix))}
          onDone={close}
          onClose={() => setIsDetaching(false)}
        />
      )}
    </>
  )
}

/** A newer version is taken on its own page, from the published app. */
function Newer({ edited, link }: LinkProps) {
  const { t } = useTranslation('applets')
  const scope = useTenantScope()
  const applet = useQuery(appletQuery(scope.tenantId, link.applet)).data
  if (applet === undefined || applet.revision <= link.revision) return null
  return (
    <Notice>
      {t('linked.newer', { revision: applet.revision })}{' '}
      {edited.changes > 0 ? (
        t('linked.publishFirst')
      ) : (
        <Anchor inherit component={Link} to={paths.appletUpdate(scope, link.applet)}>
          {t('linked.openUpdate')}
        </Anchor>
      )}
    </Notice>
  )
}

function Changed({ edited, link }: LinkProps) {
  const { t } = useTranslation('applets')
  const labels = new Map(edited.draft.fields.map(({ key, label }) => [key, label]))
  const changed = Object.entries(link.overrides)
  return (
    <PanelSection title={t('local.title')}>
      {changed.length === 0 ? (
        <p className={classes.quiet}>{t('local.nothing')}</p>
      ) : (
        <FactList
          facts={changed.map(([key, override]) => [
            labels.get(`${link.prefix}_${key}`) ?? key,
            overrideWords(override, t).join(', '),
          ])}
        />
      )}
    </PanelSection>
  )
}

/** Stages of the applet, each of which the app can turn off. */
function Rules({ edited, link }: LinkProps) {
  const { t } = useTranslation('applets')
  const { tenantId } = useTenantScope()
  const applet = useQuery(appletRevisionQuery(tenantId, link.applet, link.revision)).data
  const stages = applet?.workflow?.stages ?? []
  if (applet === undefined || stages.length === 0) return null
  const off = new Set<string>(link.rulesOff)
  return (
    <PanelSection title={t('linked.rules')}>
      {stages.map(({ id, title }) => (
        <Switch
          key={id}
          label={title}
          checked={!off.has(id)}
          onChange={(event) =>
            edited.edit(withStage(edited, applet, link, { id, on: event.currentTarget.checked }))
          }
        />
      ))}
    </PanelSection>
  )
}

function withStage(
  { draft }: SheetProps['edited'],
  applet: AppletView,
  link: AppletLink,
  { id, on }: { id: string; on: boolean },
) {
  const others = (link.rulesOff ?? []).filter((one) => one !== id)
  return withLink(draft, applet, { ...link, rulesOff: on ? others : [...others, id] })
}
