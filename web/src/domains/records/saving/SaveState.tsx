import type { AppView } from '@caseloom/contract/apps/apps'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { faultsOf, type RecordForm } from '../model/useRecordForm.ts'
import type { AutoSave } from './useAutoSave.ts'
import classes from './SaveState.module.css'

interface SaveStateProps {
  app: Pick<AppView, 'fields'>
  form: Pick<RecordForm, 'typed' | 'errors'>
  saving: Pick<AutoSave, 'saving' | 'failure' | 'save' | 'discard'>
}

/** In the status bar: whether everything is saved, and if not, why, and what can be done. */
export function SaveState({ app, form, saving }: SaveStateProps) {
  const { t } = useTranslation('records')
  if (saving.saving) return t('page.saving')
  if (form.typed.length === 0) return t('page.allSaved')
  const [fault] = faultsOf(app, form)
  const reason = saving.failure?.text ?? (fault === undefined ? null : `${fault.label}: ${fault.text}`)
  if (reason === null) return t('page.unsaved')
  return (
    <>
      <span className={classes.reason} title={reason}>
        {t('page.notSaved', { reason })}
      </span>
      <Button size="compact-xs" variant="subtle" flex="none" onClick={() => saving.save(form.typed)}>
        {t('retry', { ns: 'ui' })}
      </Button>
      <Button size="compact-xs" variant="subtle" flex="none" onClick={saving.discard}>
        {t('discard')}
      </Button>
    </>
  )
}
