import type { AppletUse, FieldAllowance } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { Toggle } from '../builder/field-types/settings-parts.tsx'
import classes from '../builder/Builder.module.css'
import { FieldPanel } from '../builder/FieldPanel.tsx'
import { RevisionsPanel } from '../builder/RevisionsPanel.tsx'
import { SectionPanel } from '../builder/SectionPanel.tsx'
import type { SheetProps } from '../draft/builder-types.ts'
import { overrideWords } from '../linking/override-words.ts'
import { allowanceOf, appletDraft } from './applet-as-app.ts'
import own from './Applets.module.css'
import { ForbidDialog, usesOf } from './ForbidDialog.tsx'

interface AppletPanelProps extends SheetProps {
  uses: readonly AppletUse[]
  onUsed: () => void
}

/** The panel of what is selected: a field, the section, or the versions. */
export function AppletPanel({ edited, edits, faults, selected, onSelect, uses, onUsed }: AppletPanelProps) {
  const { t } = useTranslation('applets')
  const close = () => onSelect(null)
  const { draft, base } = edited
  if (selected === null) return null
  if ('revisions' in selected) return <RevisionsPanel edited={edited} onClose={close} />
  if ('section' in selected) {
    const section = draft.layout[0]
    return section === undefined ? null : (
      <SectionPanel section={section} at={0} edits={edits} tabs={null} onClose={close} />
    )
  }
  if (!('field' in selected)) return null
  const field = draft.fields.find(({ key }) => key === selected.field)
  if (field === undefined) return null
  return (
    <FieldPanel
      // A field keeps its panel while its key is edited.
      key={field.id ?? draft.fields.indexOf(field)}
      field={field}
      edited={edited}
      edits={edits}
      faults={faults}
      keyNote={t('field.inApps', { key: `${base.key}_${field.key}` })}
      more={
        <>
          <Allowances field={field} edited={edited} uses={uses} />
          <ChangedLocally field={field} uses={uses} />
        </>
      }
      footer={
        uses.length === 0 ? undefined : (
          <div className={own.panelEnd}>
            <span className={classes.quiet}>
              {t('field.records', { count: uses.reduce((sum, { records }) => sum + (records ?? 0), 0) })}
            </span>
            <Button variant="subtle" onClick={onUsed}>
              {t('used.detach')}
            </Button>
          </div>
        )
      }
      onClose={close}
    />
  )
}

const SWITCHES = ['label', 'required', 'addOptions', 'hide', 'place', 'target'] as const
type SwitchName = keyof FieldAllowance

interface AllowancesProps {
  field: FieldInput
  edited: SheetProps['edited']
  uses: readonly AppletUse[]
}

/** What apps may change about the field; forbidding what some of them changed is asked about first. */
function Allowances({ field, edited, uses }: AllowancesProps) {
  const { t } = useTranslation('applets')
  const { draft, edit } = edited
  const [asked, setAsked] = useState<SwitchName | null>(null)
  const allowed = allowanceOf(draft, field.key)
  const set = (name: SwitchName, value: boolean) => {
    const { allows } = appletDraft(draft)
    const next = { ...draft, allows: { ...allows, [field.key]: { ...allowed, [name]: value } } }
    edit(next, `allows.${field.key}.${name}`)
  }
  const options = 'options' in field ? field.options.length : 0
  const shown = SWITCHES.filter(
    (name) => (name !== 'addOptions' || options > 0) && (name !== 'target' || 'start' in field),
  )
  return (
    <PanelSection title={t('allow.title')}>
      {shown.map((name) => (
        <Toggle
          key={name}
          label={t(`allow.${name}`)}
          {...(name === 'addOptions' ? { note: t('allow.optionsStay', { count: options }) } : {})}
          {...(name === 'place' ? { note: t('allow.together') } : {})}
          value={allowed[name]}
          onChange={(value) =>
            !value && usesOf(uses, field.key, name).length > 0 ? setAsked(name) : set(name, value)
          }
        />
      ))}
      {asked !== null && (
        <ForbidDialog
          name={asked}
          field={field}
          uses={usesOf(uses, field.key, asked)}
          onConfirm={() => {
            set(asked, false)
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </PanelSection>
  )
}

function ChangedLocally({ field, uses }: { field: FieldInput; uses: readonly AppletUse[] }) {
  const { t } = useTranslation('applets')
  if (uses.length === 0) return null
  return (
    <PanelSection title={t('local.title')}>
      <ul className={classes.plain}>
        {uses.map(({ app, link }) => {
          const words = overrideWords(link.overrides[field.key], t)
          return (
            <li key={`${app.id}.${link.prefix}`} className={own.local}>
              <AppIcon name={app.icon} size={14} />
              <span className={own.grow}>{app.name}</span>
              <span className={classes.quiet}>
                {words.length === 0 ? t('local.nothing') : words.join(', ')}
              </span>
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}
