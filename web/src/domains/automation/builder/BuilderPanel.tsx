import { lazy, Suspense } from 'react'
import { useBuilder } from './model/builder-context.ts'
import { nodeElementId } from './model/node-element.ts'
import { triggerKeyOf } from './model/places.ts'

const StepEditor = lazy(async () => ({ default: (await import('./panel/StepEditor.tsx')).StepEditor }))
const TriggerEditor = lazy(async () => ({
  default: (await import('./panel/TriggerEditor.tsx')).TriggerEditor,
}))
const PlaybookSettings = lazy(async () => ({
  default: (await import('./panel/PlaybookSettings.tsx')).PlaybookSettings,
}))
const TestPanel = lazy(async () => ({ default: (await import('./test/TestPanel.tsx')).TestPanel }))

interface BuilderPanelProps {
  aside: 'settings' | 'test' | null
  onAsideClose: () => void
}

export function BuilderPanel({ aside, onAsideClose }: BuilderPanelProps) {
  const { selection, select } = useBuilder()
  if (aside !== null) {
    const Shown = aside === 'settings' ? PlaybookSettings : TestPanel
    return (
      <Suspense fallback={null}>
        <Shown onClose={onAsideClose} />
      </Suspense>
    )
  }
  const [node] = selection
  if (node === undefined || selection.length > 1 || node.startsWith('note/')) return null
  const close = () => {
    select(null)
    // Return focus to the node after closing by keyboard.
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
