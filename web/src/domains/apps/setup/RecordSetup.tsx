import { addTexts } from '../../../ui/text/i18n.ts'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import type { Fault } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { workflowEditorEn } from '../workflow/workflow-editor.en.ts'
import { ExportsSection } from './ExportsSection.tsx'
import { PromotionsSection } from './PromotionsSection.tsx'
import { setupEn } from './setup.en.ts'
import { TemplatesSection } from './TemplatesSection.tsx'

addTexts('app-setup', setupEn)
addTexts('fields', fieldsEn)
addTexts('workflow-editor', workflowEditorEn)

/** What new records of the app start with, how they become records of other apps, and what exports of them hold. */
export function RecordSetup({ edited, faults }: { edited: EditedApp; faults: readonly Fault[] }) {
  return (
    <>
      <TemplatesSection edited={edited} faults={faults} />
      <PromotionsSection edited={edited} faults={faults} />
      <ExportsSection edited={edited} faults={faults} />
    </>
  )
}
