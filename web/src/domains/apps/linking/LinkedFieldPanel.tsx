import type { AppletLink, FieldOverride } from '@caseloom/contract/apps/applet-links'
import { type AppletView, FieldAllowance } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { unprefixedKey } from '@caseloom/workflow/applets/names'
import { Button, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import { DockPanel } from '../../../ui/admin/DockPanel.tsx'
import { keyFrom } from '../draft/app-draft.ts'
import type { SheetProps } from '../draft/builder-types.ts'
import { appletRevisionQuery } from '../model/applets.queries.ts'
import { linkOf, nameOfLink, withLink, withOverride } from './link-draft.ts'
import classes from './Linking.module.css'

interface LinkedFieldPanelProps extends SheetProps {
  field: FieldInput
  prefix: string
}

/** What the app may change about a field of a linked applet, and nothing else. */
export function LinkedFieldPanel({ field, prefix, edited, edits, onSelect }: LinkedFieldPanelProps) {
  const { t } = useTranslation('applets')
  const { tenantId } = useTenantScope()
  const link = linkOf(edited.draft, prefix)
  const query = useQuery({
    ...appletRevisionQuery(tenantId, link?.applet ?? '', link?.revision ?? 0),
    enabled: link !== undefined,
  })
  const kind = paletteEntryOf(field)
  const Glyph = kind?.icon
  if (link === undefined) return null
  return (
    <DockPanel
      title={field.label}
      subtitle={t('linked.field', { name: nameOfLink(link) })}
      glyph={Glyph === undefined ? undefined : <Glyph size={18} stroke={1.6} aria-hidden />}
      onClose={() => onSelect(null)}
    >
      <TextInput label={t('settings.key')} value={field.key} readOnly />
      {query.isError && <p className={classes.quiet}>{t('linked.unreadable')}</p>}
      {query.data !== undefined && (
        <Overrides field={field} link={link} applet={query.data} edited={edited} edits={edits} />
      )}
    </DockPanel>
  )
}

/** `undefined` takes a change back. */
type OverridePatch = { [Part in keyof FieldOverride]?: FieldOverride[Part] | undefined }

interface OverridesProps extends Pick<SheetProps, 'edited' | 'edits'> {
  field: FieldInput
  link: AppletLink
  applet: AppletView
}

function Overrides({ field, link, applet, edited, edits }: OverridesProps) {
  const { t } = useTranslation('applets')
  const key = unprefixedKey(link.prefix, field.key) ?? field.key
  const own = applet.fields.find((one) => one.key === key)
  if (own === undefined) return null
  const allowed = applet.allows[key] ?? FieldAllowance.parse({})
  const override = link.overrides[key] ?? {}
  const set = (over: OverridePatch, part: string) => {
    const next = withOverride(link, key, { ...override, ...over })
    edited.edit(withLink(edited.draft, applet, next), `override.${field.key}.${part}`)
  }
  const shared = { own, override, set }
  return (
    <>
      {allowed.label && <Words {...shared} />}
      {allowed.required && (
        <Switch
          label={t('linked.required')}
          checked={override.required ?? own.required}
          onChange={(event) => {
            const required = event.currentTarget.checked
            set({ required: required === own.required ? undefined : required }, 'required')
          }}
        />
      )}
      {allowed.addOptions && 'options' in own && <AddedOptions {...shared} />}
      {allowed.target && 'start' in own && <Target {...shared} />}
      {allowed.hide && (
        <Switch
          label={t('linked.hide')}
          checked={override.hidden === true}
          onChange={(event) => set({ hidden: event.currentTarget.checked ? true : undefined }, 'hidden')}
        />
      )}
      {allowed.place && <Place field={field} link={link} edited={edited} edits={edits} />}
      <p className={classes.quiet}>{t('linked.fixed')}</p>
      {Object.keys(override).length > 0 && (
        <div>
          <Button
            variant="subtle"
            onClick={() => edited.edit(withLink(edited.draft, applet, withOverride(link, key, {})))}
          >
            {t('linked.reset')}
          </Button>
        </div>
      )}
    </>
  )
}

interface OverrideProps {
  own: FieldInput
  override: FieldOverride
  set: (over: OverridePatch, part: string) => void
}

function Words({ own, override, set }: OverrideProps) {
  const { t } = useTranslation('applets')
  return (
    <>
      <TextInput
        label={t('linked.label')}
        placeholder={own.label}
        value={override.label ?? own.label}
        maxLength={100}
        onChange={(event) => {
          const label = event.currentTarget.value
          set({ label: label === own.label ? undefined : label }, 'label')
        }}
      />
      <Textarea
        label={t('linked.help')}
        value={override.help ?? own.help ?? ''}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => {
          const help = event.currentTarget.value
          set({ help: help === (own.help ?? '') ? undefined : help }, 'help')
        }}
      />
    </>
  )
}

/** Labels, one per line; a label keeps its key. */
function AddedOptions({ own, override, set }: OverrideProps) {
  const { t } = useTranslation('applets')
  const added = override.addedOptions ?? []
  const [text, setText] = useState(() => added.map(({ label }) => label).join('\n'))
  const change = (next: string) => {
    setText(next)
    const labels = next.split('\n').map((line) => line.trim())
    const taken = new Set('options' in own ? own.options.map(({ key }) => key) : [])
    const options = [...new Set(labels)]
      .filter((label) => label !== '')
      .map((label) => {
        const known = added.find((one) => one.label === label)
        const key = known?.key ?? keyFrom(label, taken)
        taken.add(key)
        return known ?? { key, label }
      })
    set({ addedOptions: options.length === 0 ? undefined : options }, 'options')
  }
  return (
    <Textarea
      label={t('linked.options')}
      description={t('linked.optionsNote')}
      value={text}
      autosize
      minRows={2}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

const HOUR = 3600

function Target({ own, override, set }: OverrideProps) {
  const { t } = useTranslation('applets')
  const base = 'target' in own && typeof own.target === 'number' ? own.target : null
  const value = override.target ?? base
  return (
    <NumberInput
      label={t('linked.target')}
      min={0.1}
      hideControls
      value={value === null ? '' : value / HOUR}
      onChange={(hours) => {
        const target = typeof hours === 'number' && hours > 0 ? Math.round(hours * HOUR) : undefined
        set({ target: target === base ? undefined : target }, 'target')
      }}
    />
  )
}

function Place({ field, link, edited, edits }: Pick<OverridesProps, 'field' | 'link' | 'edited' | 'edits'>) {
  const { t } = useTranslation('applets')
  const { layout } = edited.draft
  const now = layout.findIndex(({ fields }) => fields.includes(field.key))
  return (
    <Select
      label={t('linked.place')}
      allowDeselect={false}
      data={layout.flatMap(({ title, applet }, index) =>
        applet === undefined || applet === link.prefix
          ? [{ value: String(index), label: applet === undefined ? title : t('linked.own') }]
          : [],
      )}
      value={now < 0 ? null : String(now)}
      onChange={(next) => {
        const section = Number(next)
        edits.place(field.key, { section, index: layout[section]?.fields.length ?? 0 })
      }}
    />
  )
}
