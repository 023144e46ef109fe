import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DockPanel, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import classes from './Builder.module.css'
import type { FieldSettingsProps, FormEdits } from '../draft/builder-types.ts'
import { itemCount, keyFrom, placeOf, takenKeys } from '../draft/app-draft.ts'
import { type Fault, faultAt, faultsIn } from '../draft/faults.ts'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import { FieldRights } from './FieldRights.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { patched } from './patched.ts'
import { ConditionField } from './field-types/ConditionField.tsx'
import { Toggle } from './field-types/settings-parts.tsx'
import { TypeChange } from './TypeChange.tsx'
import { TypeSettings } from './field-types/TypeSettings.tsx'
import { conversionOf } from './type-change.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

interface FieldPanelProps {
  field: FieldInput
  edited: EditedApp
  edits: FormEdits
  faults: readonly Fault[]
  /** Below the key: what it is called elsewhere. */
  keyNote?: ReactNode
  /** Below the general settings. */
  more?: ReactNode
  footer?: ReactNode
  onClose: () => void
}

export function FieldPanel(props: FieldPanelProps) {
  const { field, edited, edits, faults, keyNote, more, footer, onClose } = props
  const { t } = useTranslation('apps')
  const [tab, setTab] = useState('general')
  const kind = paletteEntryOf(field)
  const Glyph = kind?.icon
  const options = 'options' in field ? field.options.length : null
  const tabs = [
    { key: 'general', label: t('field.general') },
    ...(options === null ? [] : [{ key: 'values', label: t('field.values'), count: options }]),
    { key: 'rights', label: t('field.rights') },
  ]
  const shared: FieldSettingsProps = {
    field,
    edited,
    // A field about to change its type can have any format.
    isStored: field.id !== undefined && conversionOf(edited.draft, field.key) === null,
    set: (over) => edits.change(field.key, patched(field, over), `${field.key}.${Object.keys(over).join()}`),
    fault: (at) => faultAt(faults, field.key, at),
    faultIn: (at) => faultsIn(faults, field.key, at),
  }
  return (
    <DockPanel
      title={field.label}
      subtitle={t(`kinds.${kind?.id ?? field.type}`, { defaultValue: field.type })}
      glyph={Glyph === undefined ? undefined : <Glyph size={18} stroke={1.6} aria-hidden />}
      tabs={
        <TabBar
          label={t('field.tabs')}
          prefix="field"
          size="panel"
          tabs={tabs}
          value={tab}
          onChange={setTab}
        />
      }
      footer={footer}
      onClose={onClose}
    >
      <div {...tabPanelProps('field', tab)} className={classes.panelTab}>
        {tab === 'general' && <General {...shared} edits={edits} keyNote={keyNote} more={more} />}
        {tab === 'values' && 'options' in field && <OptionsEditor {...shared} field={field} />}
        {tab === 'rights' && <FieldRights {...shared} />}
      </div>
    </DockPanel>
  )
}

/** Whether the field is required, always or from a state on, and who fills it. */
function Filling({ field, edited, set, faultIn }: FieldSettingsProps) {
  const { t } = useTranslation('apps')
  return (
    <>
      <Toggle
        label={t('field.required')}
        value={field.required}
        onChange={(required) => set({ required, ...(required ? { requiredWhen: undefined } : {}) })}
      />
      {!field.required && !fieldTraits(field).links && (
        <ConditionField
          label={t('field.requiredWhen')}
          edited={edited}
          filter={field.requiredWhen}
          rules={{ field: field.key, verb: 'require' }}
          error={faultIn('requiredWhen')}
          onChange={(requiredWhen) => set({ requiredWhen })}
        />
      )}
      <Toggle
        label={t('field.readOnly')}
        note={t('field.readOnlyNote')}
        value={field.readOnly}
        onChange={(readOnly) => set({ readOnly })}
      />
    </>
  )
}

interface GeneralProps extends FieldSettingsProps, Pick<FieldPanelProps, 'edits' | 'keyNote' | 'more'> {}

function General(props: GeneralProps) {
  const { field, set, fault, edited, edits, keyNote, more } = props
  const { t } = useTranslation('apps')
  const { draft, base } = edited
  const isStored = field.id !== undefined
  const [followsLabel, setFollowsLabel] = useState(!isStored)
  const isTitle = draft.titleField === field.key
  const rename = (label: string) => {
    const taken = takenKeys(draft, base.removedFields)
    taken.delete(field.key)
    set({ label, ...(followsLabel && !isStored ? { key: keyFrom(label, taken) } : {}) })
  }
  return (
    <>
      <TextInput
        label={t('field.label')}
        value={field.label}
        maxLength={100}
        error={fault('label')}
        onChange={(event) => rename(event.currentTarget.value)}
      />
      <TextInput
        label={t('field.key')}
        description={keyNote ?? t(isStored ? 'field.keyFixed' : 'field.keyFree')}
        value={field.key}
        maxLength={32}
        readOnly={isStored}
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
        error={fault('key')}
        onChange={(event) => {
          const key = event.currentTarget.value
          // Two fields with one key would be indistinguishable.
          if (draft.fields.some((one) => one !== field && one.key === key)) return
          setFollowsLabel(false)
          set({ key })
        }}
      />
      <Textarea
        label={t('field.help')}
        description={t('field.helpNote')}
        value={field.help ?? ''}
        maxLength={500}
        autosize
        minRows={2}
        error={fault('help')}
        onChange={(event) => set({ help: event.currentTarget.value || undefined })}
      />
      {edited.source.kind === 'app' && <TypeChange field={field} edited={edited} set={set} />}
      <TypeSettings {...props} />
      <PanelSection title={t('field.behavior')}>
        {!(fieldType(field).unwritten === true) && <Filling {...props} />}
        {'unique' in field && (
          <Toggle
            label={t('field.unique')}
            note={fault('unique') ?? t('field.uniqueNote')}
            value={field.unique}
            onChange={(unique) => set({ unique })}
          />
        )}
        <Showing field={field} edited={edited} edits={edits} />
      </PanelSection>
      {more}
      {!isTitle && (
        <Button variant="subtle" color="red" onClick={() => edits.remove(field.key)}>
          {t('field.remove')}
        </Button>
      )}
    </>
  )
}

/** Where the field is seen: in lists, on the form, as the title. An applet leaves lists and titles to its apps. */
function Showing({ field, edited, edits }: Pick<GeneralProps, 'field' | 'edited' | 'edits'>) {
  const { t } = useTranslation('apps')
  const { draft, source } = edited
  const isTitle = draft.titleField === field.key
  const isListed = draft.listColumns.includes(field.key)
  const onForm = placeOf(draft, field.key) !== null
  const inApp = source.kind === 'app'
  return (
    <>
      {inApp && (
        <Toggle
          label={t('field.inLists')}
          value={isListed}
          onChange={(shown) =>
            edited.edit({
              ...draft,
              listColumns: shown
                ? [...draft.listColumns, field.key]
                : draft.listColumns.filter((one) => one !== field.key),
            })
          }
        />
      )}
      <Toggle
        label={t('field.onForm')}
        value={onForm}
        onChange={(shown) => {
          if (!shown) edits.takeOff(field.key)
          else if (draft.layout.length > 0)
            edits.place(field.key, { section: 0, index: itemCount(draft.layout[0]) })
        }}
      />
      {inApp && fieldType(field).titled !== undefined && (
        <Toggle
          label={t('field.isTitle')}
          note={t('field.isTitleNote')}
          value={isTitle}
          disabled={isTitle}
          onChange={() => edited.edit({ ...draft, titleField: field.key })}
        />
      )}
    </>
  )
}
