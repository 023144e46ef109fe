import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import { SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { IconSelect } from '../model/IconSelect.tsx'
import { type Fault, faultAt } from '../draft/faults.ts'
import { EnrichNew } from './EnrichNew.tsx'
import { FormatsSection } from './FormatsSection.tsx'
import { RunRetention } from './RunRetention.tsx'
import type { AppDraft } from '../draft/app-draft.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

export function AppSettings({ edited, faults }: { edited: EditedApp; faults: readonly Fault[] }) {
  const { t } = useTranslation('apps')
  const { draft, base, edit } = edited
  const texts = draft.fields.filter((field) => fieldType(field).titled !== undefined)
  const people = draft.fields.filter((field) => fieldTraits(field).users)
  const { description: _description, ...bare } = draft
  const { assigneeField: _assignee, ...unassigned } = draft
  return (
    <>
      <SettingsSection title={t('settings.about')} text={t('settings.aboutText')}>
        <TextInput
          label={t('settings.name')}
          value={draft.name}
          maxLength={100}
          error={faultAt(faults, null, 'name')}
          onChange={(event) => edit({ ...draft, name: event.currentTarget.value }, 'name')}
        />
        <Textarea
          label={t('settings.description')}
          value={draft.description ?? ''}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => {
            const description = event.currentTarget.value
            edit(description === '' ? bare : { ...draft, description }, 'description')
          }}
        />
        <IconSelect value={draft.icon} onChange={(icon) => edit({ ...draft, icon })} />
        <TextInput label={t('settings.key')} description={t('settings.fixed')} value={base.key} readOnly />
        <TextInput
          label={t('settings.acronym')}
          description={t('settings.fixed')}
          value={base.acronym}
          readOnly
        />
      </SettingsSection>
      <ListSettings
        texts={texts}
        draft={draft}
        faults={faults}
        edit={edit}
        people={people}
        unassigned={unassigned}
      />
      <MoreSettings edited={edited} faults={faults} />
    </>
  )
}

function MoreSettings({ edited, faults }: { edited: EditedApp; faults: readonly Fault[] }) {
  return (
    <>
      <EnrichNew edited={edited} />
      <RunRetention edited={edited} error={faultAt(faults, null, 'keepWorkflowRuns')} />
      <FormatsSection edited={edited} faults={faults} />
    </>
  )
}

interface ListSettingsProps {
  texts: AppDraft['fields']
  draft: AppDraft
  faults: readonly Fault[]
  edit: (next: AppDraft, by?: string) => void
  people: AppDraft['fields']
  unassigned: AppDraft
}

function ListSettings({ texts, draft, faults, edit, people, unassigned }: ListSettingsProps) {
  const { t } = useTranslation('apps')
  return (
    <SettingsSection title={t('settings.lists')} text={t('settings.listsText')}>
      <Select
        label={t('settings.titleField')}
        data={texts.map(({ key, label }) => ({ value: key, label }))}
        value={draft.titleField}
        error={faultAt(faults, null, 'titleField')}
        onChange={(key) => key !== null && edit({ ...draft, titleField: key })}
      />
      <MultiSelect
        label={t('settings.columns')}
        searchable
        data={[
          ...SYSTEM_FIELDS.map((key) => ({ value: key as string, label: t(`settings.system.${key}`) })),
          ...draft.fields.map(({ key, label }) => ({ value: key, label })),
        ]}
        value={draft.listColumns}
        error={faultAt(faults, null, 'listColumns')}
        onChange={(listColumns) => edit({ ...draft, listColumns })}
      />
      <Select
        label={t('settings.assignee')}
        description={t('settings.assigneeNote')}
        placeholder={t('settings.none')}
        clearable
        data={people.map(({ key, label }) => ({ value: key, label }))}
        value={draft.assigneeField ?? null}
        error={faultAt(faults, null, 'assigneeField')}
        onChange={(key) => edit(key === null ? unassigned : { ...draft, assigneeField: key })}
      />
    </SettingsSection>
  )
}
