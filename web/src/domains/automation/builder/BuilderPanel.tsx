import { lazy, Suspense } from 'react'
import { useBuilder } from './builder-context.ts'
import { nodeElementId } from './node-element.ts'
import { triggerKeyOf } from './places.ts'

const StepEditor = lazy(async () => ({ default: (await import('./panel/StepEditor.tsx')).StepEditor }))
const TriggerEditor = lazy(async () => ({
  default: (await import('./panel/TriggerEditor.tsx')).TriggerEditor,
}))
const PlaybookSettings = lazy(async () => ({
  default: (await import('./panel/PlaybookSettings.tsx')).PlaybookSettings,
}))

interface BuilderPanelProps {
  /** The playbook itself instead of a node. */
  isSettings: boolean
  onSettingsClose: () => void
}

/** The one chosen node or the playbook itself, to read and to change; nothing while none or several are chosen. */
export function BuilderPanel({ isSettings, onSettingsClose }: BuilderPanelProps) {
  const { selection, select } = useBuilder()
  if (isSettings) {
    return (
      <Suspense fallback={null}>
        <PlaybookSettings onClose={onSettingsClose} />
      </Suspense>
    )
  }
  const [node] = selection
  if (node === undefined || selection.length > 1 || node.startsWith('note/')) return null
  const close = () => {
    select(null)
    // Who closed the panel by keyboard goes on where it came from.
    document.getElementById(nodeElementId(node))?.focus({ preventScroll: true })
  }
  const trigger = triggerKeyOf(node)
  return (
    <Suspense fallback={null}>
      {trigger === null ? (
        <StepEditor step={node} onClose={close} />
      ) : (
        <TriggerEditor trigger={trigger} onClose={close} />
      )}
    </Suspense>
  )
}
