import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import type { EditedApp } from '../draft/useAppDraft.ts'

/** Whether new observables are looked up automatically; nothing for an app that has none. */
export function EnrichNew({ edited: { draft, edit } }: { edited: EditedApp }) {
  const { t } = useTranslation('apps')
  const { enrichNew = false, ...off } = draft
  if (!enrichNew && !draft.fields.some((field) => fieldTraits(field).observables)) return null
  return (
    <SettingsSection title={t('enrichNew.title')} text={t('enrichNew.text')}>
      <Switch
        label={t('enrichNew.label')}
        description={t('enrichNew.help')}
        checked={enrichNew}
        onChange={(event) =>
          edit(event.currentTarget.checked ? { ...draft, enrichNew: true } : off, 'enrichNew')
        }
      />
    </SettingsSection>
  )
}
