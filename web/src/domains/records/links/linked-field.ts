import type { RecordView } from '@caseloom/contract/records/records'
import type { usePeople } from '../../../data/people.ts'
import type { FieldEdits } from '../model/field-edits.ts'
import type { RecordForm } from '../model/useRecordForm.ts'
import type { ReferenceField } from '../editors/ReferenceEditor.tsx'

export interface LinkedFieldProps {
  field: ReferenceField
  record: RecordView
  form: RecordForm
  edits: FieldEdits
  people: ReturnType<typeof usePeople>
}
