import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useTenantScope } from '../../../data/scope.tsx'
import type { FormLogic } from '../logic/useFormLogic.ts'
import type { FieldEdits } from '../model/field-edits.ts'
import { useSavedNotice } from '../quick/useSavedNotice.ts'
import { useAutoSave } from './useAutoSave.ts'
import type { DraftedForm } from './useDraftedForm.ts'
import { useSaveKeys } from './useSaveKeys.ts'

interface FieldEditsOptions {
  app: AppView
  record: RecordView
  drafted: DraftedForm
  logic: FormLogic
}

/** The one way in which the page of a record saves: field by field, with a notice that takes it back. */
export function useFieldEdits({ app, record, drafted, logic }: FieldEditsOptions) {
  const { tenantId } = useTenantScope()
  const { form, restored, typeOn } = drafted
  const onSaved = useSavedNotice(app)
  const saving = useAutoSave({ tenantId, app, record, form, isSettled: logic.isSettled, onSaved })
  const edit: FieldEdits['edit'] = (key, draft) => {
    typeOn(key)
    form.set(key, draft)
    saving.edit(key)
  }
  const edits: FieldEdits = {
    edit,
    choose: (key, draft) => {
      edit(key, draft)
      saving.leave(key)
    },
    leave: saving.leave,
    cancel: saving.cancel,
    restored,
  }
  useSaveKeys(() => saving.save(form.typed))
  // A restored draft survives leaving as it survived the reload.
  const own = form.typed.filter((key) => !restored.has(key))
  const guard = { when: own.length > 0 || saving.saving, save: () => saving.flush(own) }
  return { saving, edits, guard }
}
