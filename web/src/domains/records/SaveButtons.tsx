import type { RecordView } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RecordForm } from './model/useRecordForm.ts'

interface SaveButtonsProps {
  record: RecordView
  form: RecordForm
  saving: { saving: boolean; save: () => void }
}

/** Saves or discards the changes of a record. */
export function SaveButtons({ record, form, saving }: SaveButtonsProps) {
  const { t } = useTranslation('records')
  if (!record.can.update && !form.dirty) return null
  return (
    <>
      {form.dirty && !saving.saving && (
        <Button variant="default" onClick={form.clear}>
          {t('discard')}
        </Button>
      )}
      <Button
        variant={form.dirty ? 'filled' : 'default'}
        disabled={!form.dirty || !record.can.update}
        loading={saving.saving}
        onClick={saving.save}
      >
        {t('save')}
      </Button>
    </>
  )
}
