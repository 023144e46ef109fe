import { NumberInput, Switch, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { faultAt } from '../../../ui/draft/faults.ts'
import { choicesQuery } from './model.queries.ts'
import type { ModelForm } from './useModelDraft.ts'

export function ModelData({ form }: { form: ModelForm }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const apps = useQuery(choicesQuery(accountId)).data ?? []
  const { draft, edit, faults } = form
  const { sends } = draft
  const change = (part: Partial<typeof sends>) => edit({ sends: { ...sends, ...part } })
  const fields = apps.flatMap(({ key, fields: own }) => own.map((field) => `${key}.${field.key}`))
  return (
    <SettingsSection title={t('model.dataTitle')} text={t('model.dataText')}>
      <Switch
        label={t('model.fields.recordValues')}
        description={t('model.recordValuesHint')}
        checked={sends.recordValues}
        onChange={(event) => change({ recordValues: event.currentTarget.checked })}
      />
      <TagsInput
        label={t('model.fields.excludedApps')}
        description={t('model.excludedAppsHint')}
        data={apps.map(({ key }) => key)}
        value={sends.excludedApps}
        onChange={(excludedApps) => change({ excludedApps })}
        error={faultAt(faults, 'sends.excludedApps')}
      />
      <TagsInput
        label={t('model.fields.excludedFields')}
        description={t('model.excludedFieldsHint')}
        data={fields}
        limit={50}
        value={sends.excludedFields}
        onChange={(excludedFields) => change({ excludedFields })}
        error={faultAt(faults, 'sends.excludedFields')}
      />
      <NumberInput
        label={t('model.fields.logDays')}
        description={t('model.logDaysHint')}
        min={1}
        max={365}
        allowDecimal={false}
        value={draft.logDays}
        onChange={(value) => edit({ logDays: Number(value) })}
        error={faultAt(faults, 'logDays')}
      />
    </SettingsSection>
  )
}
