import type { AppView } from '@caseloom/contract/apps/apps'
import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../../data/apps.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import type { FieldOf } from '../../draft/builder-types.ts'
import { Several, Toggle } from './settings-parts.tsx'

export function ReferenceSettings(props: FieldOf<'reference'>) {
  const { field, edited, isStored, set, fault } = props
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data ?? []
  const others = fieldsOf(apps, edited.base.id, field.app, edited.draft.fields)
  const label = field.backReference?.label ?? ''
  return (
    <>
      <Select
        label={t('reference.app')}
        description={isStored ? t('field.fixed') : undefined}
        disabled={isStored}
        data={apps.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={field.app}
        error={fault('app')}
        onChange={(app) => app !== null && set({ app, columns: [] })}
      />
      <Several {...props} value={field.multiple} />
      <MultiSelect
        label={t('reference.columns')}
        searchable
        maxValues={10}
        data={others.map((one) => ({ value: one.key, label: one.label }))}
        value={field.columns}
        error={fault('columns')}
        onChange={(columns) => set({ columns })}
      />
      <Toggle
        label={t('reference.canAdd')}
        note={t('reference.canAddNote')}
        value={field.canAdd}
        onChange={(canAdd) => set({ canAdd })}
      />
      <TextInput
        label={t('reference.back')}
        description={t('reference.backNote')}
        value={label}
        maxLength={100}
        error={fault('backReference.label')}
        onChange={(event) => {
          const next = event.currentTarget.value
          set({ backReference: next === '' ? undefined : { label: next } })
        }}
      />
    </>
  )
}

interface Named {
  key: string
  label: string
  type: string
}

/** Fields of the other app that fit into a column; of the app itself as in the draft. */
function fieldsOf(apps: readonly AppView[], own: string, wanted: string, draft: readonly Named[]): Named[] {
  const fields: readonly Named[] =
    wanted === own ? draft : (apps.find(({ id }) => id === wanted)?.fields ?? [])
  return fields.filter(({ type }) => !['reference', 'comments', 'attachment'].includes(type))
}

const MEGABYTE = 1024 * 1024

export function AttachmentSettings({ field, set, fault }: FieldOf<'attachment'>) {
  const { t } = useTranslation('apps')
  return (
    <>
      <Toggle
        label={t('attachment.multiple')}
        value={field.multiple}
        onChange={(multiple) => set({ multiple })}
      />
      <NumberInput
        label={t('attachment.max')}
        description={t('attachment.maxNote')}
        suffix=" MB"
        min={1}
        max={200}
        hideControls
        value={field.maxBytes === undefined ? '' : Math.round(field.maxBytes / MEGABYTE)}
        error={fault('maxBytes')}
        onChange={(next) => set({ maxBytes: typeof next === 'number' ? next * MEGABYTE : undefined })}
      />
      <TagsInput
        label={t('attachment.types')}
        description={t('attachment.typesNote')}
        value={field.mediaTypes ?? []}
        data={['image/*', 'text/*', 'application/pdf', 'message/rfc822', 'application/zip']}
        error={fault('mediaTypes')}
        onChange={(types) => set({ mediaTypes: types.length === 0 ? undefined : types })}
      />
    </>
  )
}
