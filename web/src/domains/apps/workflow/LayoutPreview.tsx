import { useState } from 'react'
import { addTexts } from '../../../ui/text/i18n.ts'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { workflowEn } from '../../../field-types/workflow/workflow.en.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { WorkflowContext } from './model/editor-context.ts'
import { NO_RUNS } from './trial/useSavedTests.ts'
import { TryPanel } from './trial/TryPanel.tsx'
import { useTrial } from './trial/useTrial.ts'
import { useWholeWorkflow, useWorkflowEditor } from './useWorkflowEditor.ts'
import { workflowEditorEn } from './workflow-editor.en.ts'

addTexts('fields', fieldsEn)
addTexts('workflow', workflowEn)
addTexts('workflow-editor', workflowEditorEn)

interface LayoutPreviewProps {
  edited: EditedApp
  /** The role that it begins with; null for oneself. */
  role: string | null
  onClose: () => void
}

/** The form as a role gets it, with its layout and the workflow of the draft; nothing is saved. */
export function LayoutPreview({ edited, role, onClose }: LayoutPreviewProps) {
  const whole = useWholeWorkflow(edited)
  const trial = useTrial(edited, whole, true)
  const editing = useWorkflowEditor({ edited, whole, runs: NO_RUNS, outcome: trial.outcome, search: '' })
  const [first, setFirst] = useState(role)
  if (first !== null) {
    setFirst(null)
    trial.setRole(first)
  }
  return (
    <WorkflowContext value={editing}>
      <TryPanel trial={trial} onClose={onClose} />
    </WorkflowContext>
  )
}
