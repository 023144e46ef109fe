import { Key } from '@caseloom/contract/field-types/common-settings'
import type { AppletView } from '@caseloom/contract/apps/applets'
import { freePrefix, keyClashes } from '@caseloom/workflow/applets/faults'
import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from '../model/Apps.module.css'
import { appletsEn } from '../model/applets.en.ts'
import { appletsQuery } from '../model/applets.queries.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import { AppletIcon } from '../model/AppletIcon.tsx'
import { withLink } from './link-draft.ts'
import links from './Linking.module.css'

addTexts('applets', appletsEn)

interface LinkAppletDialogProps {
  edited: EditedApp
  /** Place of the section in the layout. */
  at: number
  /** Gets the place of the section. */
  onDone: (section: number) => void
  onClose: () => void
}

/** Chooses an applet, its prefix, and where its section is placed; clashes of keys show before anything is linked. */
export function LinkAppletDialog({ edited, at, onDone, onClose }: LinkAppletDialogProps) {
  const { t } = useTranslation('applets')
  const { tenantId } = useTenantScope()
  const applets = useQuery(appletsQuery(tenantId)).data
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [place, setPlace] = useState(Math.min(at, edited.draft.layout.length))
  const { draft } = edited
  const applet = applets?.find(({ id }) => id === chosen) ?? null
  const prefix = typed ?? (applet === null ? '' : (proposed(applet, edited) ?? ''))
  const fault = applet === null ? null : prefixFault(prefix, edited)
  const clashes =
    applet === null || fault !== null
      ? []
      : keyClashes(applet, prefix, { fields: draft.fields, removed: edited.base.removedFields })
  const isBlocked = clashes.some(({ kind }) => kind !== 'avoided')
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (applet === null || fault !== null || isBlocked) return
    const link = { applet: applet.id, prefix, revision: applet.revision, overrides: {} }
    edited.edit(withLink(draft, applet, link, place))
    onDone(place)
  }
  return (
    <Dialog onClose={onClose} title={t('link.title')} size={480}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <AppletSelect
          applets={applets}
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            setTyped(null)
          }}
        />
        <PrefixInput applet={applet} value={prefix} fault={fault} onChange={setTyped} />
        <PlaceSelect edited={edited} value={place} onChange={setPlace} />
        {clashes.map(({ key, inApp, label, kind }) => (
          <Notice key={key} kind={kind === 'avoided' ? 'info' : 'warning'}>
            {t(`clash.${kind}`, { app: draft.name, key, inApp, label })}
          </Notice>
        ))}
        <DialogActions
          onCancel={onClose}
          confirm={t('link.confirm')}
          disabled={applet === null || fault !== null || isBlocked}
        />
      </form>
    </Dialog>
  )
}

interface AppletSelectProps {
  /** Undefined while they are loading. */
  applets: readonly AppletView[] | undefined
  value: string | null
  onChange: (id: string | null) => void
}

function AppletSelect({ applets, value, onChange }: AppletSelectProps) {
  const { t } = useTranslation('applets')
  const applet = applets?.find(({ id }) => id === value)
  if (applets?.length === 0) return <p className={classes.quiet}>{t('link.none')}</p>
  return (
    <Select
      label={t('link.applet')}
      description={
        applet === undefined
          ? undefined
          : [applet.description, t('link.fields', { count: applet.fields.length })]
              .filter((part) => part !== undefined)
              .join(' · ')
      }
      searchable
      data-autofocus
      renderOption={({ option }) => <AppletOption applet={applets?.find(({ id }) => id === option.value)} />}
      data={(applets ?? []).map(({ id, name }) => ({ value: id as string, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** An applet with its icon, and what kinds of fields it brings. */
function AppletOption({ applet }: { applet: AppletView | undefined }) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  if (applet === undefined) return null
  const kinds = new Map(
    applet.fields.flatMap((field) => paletteEntryOf(field) ?? []).map((kind) => [kind.id, kind]),
  )
  return (
    <span className={links.choice}>
      <AppletIcon name={applet.icon} size={18} />
      <span>
        <strong>{applet.name}</strong>
        <span className={links.kinds}>
          {t('link.fields', { count: applet.fields.length })}
          {[...kinds.values()].map((kind) => (
            <span key={kind.id} className={links.kind}>
              <kind.icon size={13} stroke={1.6} aria-hidden />
              {app(`kinds.${kind.id}`)}
            </span>
          ))}
        </span>
      </span>
    </span>
  )
}

function takenBy({ draft }: EditedApp) {
  return {
    taken: (draft.applets ?? []).map((link) => link.prefix),
    sections: draft.layout.flatMap(({ id }) => id ?? []),
  }
}

function proposed(applet: AppletView, edited: EditedApp): string | null {
  const { draft, base } = edited
  const app = { fields: draft.fields, removed: base.removedFields, ...takenBy(edited) }
  return freePrefix(applet, applet.key, app)
}

function prefixFault(prefix: string, edited: EditedApp): string | null {
  if (!Key.safeParse(prefix).success) return 'link.prefixBad'
  const { taken, sections } = takenBy(edited)
  return taken.includes(prefix) || sections.includes(prefix) ? 'link.prefixTaken' : null
}

interface PrefixInputProps {
  applet: AppletView | null
  value: string
  fault: string | null
  onChange: (prefix: string) => void
}

function PrefixInput({ applet, value: prefix, fault, onChange }: PrefixInputProps) {
  const { t } = useTranslation('applets')
  return (
    <TextInput
      label={t('link.prefix')}
      description={
        applet === null
          ? undefined
          : t('link.prefixNote', { example: `${prefix}_${applet.fields[0]?.key ?? ''}` })
      }
      value={prefix}
      maxLength={32}
      spellCheck={false}
      disabled={applet === null}
      error={fault === null ? undefined : t(fault)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface PlaceSelectProps {
  edited: EditedApp
  value: number
  onChange: (place: number) => void
}

function PlaceSelect({ edited, value, onChange }: PlaceSelectProps) {
  const { t } = useTranslation('applets')
  return (
    <Select
      label={t('link.place')}
      allowDeselect={false}
      data={[
        { value: '0', label: t('link.atStart') },
        ...edited.draft.layout.map(({ title }, index) => ({
          value: String(index + 1),
          label: t('link.after', { title }),
        })),
      ]}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
    />
  )
}
